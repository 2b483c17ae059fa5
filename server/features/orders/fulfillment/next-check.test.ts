import { expect, it } from 'vitest'
import { nextCheckTime, nextRetryTime } from './timing.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const secondsTo = (moment: Date | null) => moment && (moment.getTime() - now.getTime()) / 1000

it.each([
  [0, 30],
  [50, 30],
  [600, 300],
  [7 * 3600, 3.5 * 3600],
  [3 * 24 * 3600, 4 * 3600],
  [30 * 24 * 3600, 4 * 3600],
  [30 * 24 * 3600 + 1, null],
])('a fulfillment unchanged for %i seconds is read again in %s', (unchanged, seconds) => {
  expect(secondsTo(nextCheckTime({ status: 'shipped', changedAt: ago(unchanged) }, now))).toBe(seconds)
})

it.each(['delivered', 'cancelled', 'unfulfillable'] as const)(
  'a fulfillment that is %s is not read again',
  (status) => {
    expect(nextCheckTime({ status, changedAt: now }, now)).toBeNull()
  },
)

it.each([
  [null, undefined, 30],
  [ago(10), undefined, 30],
  [ago(120), undefined, 120],
  [ago(24 * 3600), undefined, 900],
  [ago(120), 7, 7],
])('a failed read, last success %s and Retry-After %s, is repeated in %i', (checkedAt, retryAfterSeconds, seconds) => {
  expect(secondsTo(nextRetryTime(checkedAt, retryAfterSeconds, now))).toBe(seconds)
})
