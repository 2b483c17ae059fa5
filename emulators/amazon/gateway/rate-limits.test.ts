import { expect, test } from 'vitest'
import { createClock } from '../../clock.ts'
import { createRateLimits } from './rate-limits.ts'

const operation = { name: 'ask', rate: 2, burst: 5 }

function createBucket(given = operation) {
  const clock = createClock({ speed: 0 })
  const limits = createRateLimits(clock)
  const take = (times: number, sellerId = 'A') =>
    Array.from({ length: times }, () => limits.take(sellerId, given)).filter(Boolean).length
  return { clock, take }
}

test('the burst passes at once, and then nothing', () => {
  expect(createBucket().take(20)).toBe(5)
})

test('a bucket fills at the rate, and never above the burst', () => {
  const { clock, take } = createBucket()
  take(5)
  clock.advance(499)
  expect(take(3)).toBe(0)
  clock.advance(1)
  expect(take(3)).toBe(1)
  clock.advance(3_600_000)
  expect(take(20)).toBe(5)
})

test('a refused call costs nothing', () => {
  const { clock, take } = createBucket()
  take(100)
  clock.advance(2_500)
  expect(take(20)).toBe(5)
})

test('a caller that keeps to a rate of one call in a minute or two always passes', () => {
  const { clock, take } = createBucket({ name: 'createFeed', rate: 0.0083, burst: 1 })
  for (let call = 0; call < 50; call += 1) {
    expect(take(1)).toBe(1)
    clock.advance(1000 / 0.0083 + 0.001)
  }
})

test('each seller has a bucket of its own', () => {
  const { take } = createBucket()
  expect([take(9, 'A'), take(9, 'B')]).toEqual([5, 5])
})
