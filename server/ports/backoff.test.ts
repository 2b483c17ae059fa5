import { describe, expect, it } from 'vitest'
import { backoffDelay } from './backoff.ts'

const backoff = { first: 5, longest: 600 }

describe('the delay without a Retry-After', () => {
  it.each([
    [0, 5],
    [1, 10],
    [6, 320],
    [7, 600],
    [5_000, 600],
  ])('after %i earlier failures is %i', (failures, delay) => {
    expect(backoffDelay(backoff, { failures })).toBe(delay)
  })

  it('grows by the factor that is given', () => {
    expect([0, 1, 2].map((failures) => backoffDelay({ ...backoff, factor: 6 }, { failures }))).toEqual([5, 30, 180])
  })

  it('is spread by chance between half of it and all of it', () => {
    const delays = [0, 0.5, 1].map((chance) => backoffDelay(backoff, { failures: 2, chance }))
    expect(delays).toEqual([10, 15, 20])
  })

  it('is spread between the shares that are given', () => {
    const spread = { ...backoff, jitter: [1, 1.5] as const }
    expect([0, 1].map((chance) => backoffDelay(spread, { failures: 2, chance }))).toEqual([20, 30])
  })
})

describe('a Retry-After', () => {
  it('is obeyed however often the call failed, with up to one unit of jitter', () => {
    expect(backoffDelay(backoff, { failures: 9, retryAfter: 42 })).toBe(42)
    expect(backoffDelay(backoff, { failures: 9, retryAfter: 42, chance: 1 })).toBe(43)
  })

  it('is bounded below by zero and above by its own limit, or by the longest delay', () => {
    expect(backoffDelay(backoff, { failures: 0, retryAfter: -5 })).toBe(0)
    expect(backoffDelay(backoff, { failures: 0, retryAfter: 1e9 })).toBe(600)
    expect(backoffDelay({ ...backoff, longestRetryAfter: 86_400 }, { failures: 0, retryAfter: 1e9 })).toBe(86_400)
  })
})
