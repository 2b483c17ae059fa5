import { expect, it } from 'vitest'
import { nextAttempt } from './send-messages.ts'

const start = new Date('2026-03-02T10:00:00Z')
const secondsTo = (date: Date | null) => (date ? (date.getTime() - start.getTime()) / 1000 : null)

it('retries start after seconds, end with half days, and stop after about three days', () => {
  const pauses = Array.from({ length: 11 }, (_, index) => secondsTo(nextAttempt(index + 1, start)) ?? 0)
  expect(pauses[0]).toBe(10)
  expect(pauses.at(-1)).toBe(12 * 3600)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  const days = pauses.reduce((sum, pause) => sum + pause) / 86_400
  expect(days).toBeGreaterThan(2.5)
  expect(days).toBeLessThan(3.5)
  expect(nextAttempt(12, start)).toBeNull()
})

it('a Retry-After lengthens the pause, up to a limit', () => {
  expect(secondsTo(nextAttempt(1, start, 600))).toBe(600)
  expect(secondsTo(nextAttempt(4, start, 60))).toBe(1_800)
  expect(secondsTo(nextAttempt(1, start, 1e9))).toBe(12 * 3600)
})
