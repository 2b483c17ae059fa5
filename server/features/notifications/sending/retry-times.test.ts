import { expect, it } from 'vitest'
import { nextTry } from './sending-rules.ts'

const day = 24 * 3600 * 1000
const since = new Date('2026-03-02T20:00:00Z')

it.each([0, 1])('retries have growing pauses up to two hours, and end within three days (chance %i)', (chance) => {
  const pauses: number[] = []
  for (let now = since, tries = 0; ; tries += 1) {
    const next = nextTry({ tries, since, now, retryAfterSeconds: undefined, chance })
    if (!next) break
    pauses.push((next.getTime() - now.getTime()) / 1000)
    now = next
  }
  expect(pauses[0]).toBe(chance === 0 ? 5 : 10)
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2 * 3600)
  const waited = pauses.reduce((sum, pause) => sum + pause * 1000, 0)
  expect(waited).toBeGreaterThan(2.9 * day)
  expect(waited).toBeLessThan(3 * day)
})

it('a Retry-After lengthens the pause, up to a limit', () => {
  const pause = (retryAfterSeconds: number) =>
    ((nextTry({ tries: 0, since, now: since, retryAfterSeconds, chance: 0 })?.getTime() ?? 0) - since.getTime()) / 1000
  expect([pause(2), pause(300), pause(86_400)]).toEqual([5, 300, 7200])
})
