import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
import type { RateLimiter } from '#server/ports/shared-state.ts'
import { simulateTime } from './fixtures/simulated-time.ts'
import { TokenBucket } from './throttle.ts'

function start(limits: { rate: number; burst: number }) {
  let time = 1_000_000
  const clock = { time: () => time, advance: (milliseconds: number) => void (time += milliseconds) }
  const { timing } = simulateTime(clock)
  const began = time
  return {
    timing,
    clock,
    bucket: new TokenBucket({ name: 'getThings', ...limits }, timing),
    elapsed: () => Math.round(time - began),
  }
}

const longAway = { deadline: Infinity }

/** Amazon's token bucket by arrival time: counts the calls that it would throttle. */
function countViolations(arrivals: number[], { rate, burst }: { rate: number; burst: number }): number {
  let calls = burst
  let at = arrivals[0] ?? 0
  return arrivals
    .toSorted((one, other) => one - other)
    .filter((arrival) => {
      calls = Math.min(burst, calls + ((arrival - at) / 1000) * rate)
      at = arrival
      if (calls < 1) return true
      calls -= 1
      return false
    }).length
}

it('the burst passes at once and the others by the rate, first come first served', async () => {
  const { bucket, elapsed } = start({ rate: 2, burst: 5 })
  const admitted: string[] = []
  await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (place) => {
      await bucket.take(longAway)
      admitted.push(`${place} at ${elapsed()}`)
    }),
  )
  expect(admitted).toEqual(['1 at 0', '2 at 0', '3 at 0', '4 at 0', '5 at 383', '6 at 893'])
})

it('Amazon never counts a violation, whatever the network delays, and the rate is used up', async () => {
  const jitter = fc.array(fc.integer({ min: 0, max: 370 }), { minLength: 60, maxLength: 60 })
  const limits = { rate: 2, burst: 2 }
  await fc.assert(
    fc.asyncProperty(jitter, async (delays) => {
      const { bucket, timing, elapsed } = start(limits)
      const arrivals: number[] = []
      for (const delay of delays) {
        await bucket.take(longAway)
        arrivals.push(timing.now() + delay)
      }
      expect(countViolations(arrivals, limits)).toBe(0)
      expect((delays.length - 1) / (elapsed() / 1000)).toBeGreaterThan(limits.rate * 0.97)
    }),
    { numRuns: 20 },
  )
})

it('the check of violations detects calls that come too often', () => {
  const twiceTheRate = Array.from({ length: 20 }, (_, index) => index * 250)
  expect(countViolations(twiceTheRate, { rate: 2, burst: 2 })).toBeGreaterThan(0)
})

it('the place of a caller that aborts goes to the next', async () => {
  const { bucket, elapsed } = start({ rate: 1, burst: 1 })
  await bucket.take(longAway)
  const leaving = new AbortController()
  const left = bucket.take({ ...longAway, signal: leaving.signal }).catch((error: unknown) => error)
  const next = bucket.take(longAway)
  leaving.abort(new Error('gone'))
  expect(await left).toMatchObject({ message: 'gone' })
  await next
  expect(elapsed()).toBe(1021)
})

it('a wait beyond the deadline is refused at once, with the time of the next free call', async () => {
  const { bucket, timing, elapsed } = start({ rate: 0.016, burst: 1 })
  await bucket.take(longAway)
  const late = bucket.take({ deadline: timing.now() + 20_000 })
  await expect(late).rejects.toThrow(
    'Amazon’s limit for this request (getThings) is used up. Lockstep can try again in 64 s.',
  )
  await expect(late).rejects.toMatchObject({ retryAfterSeconds: 64, mayHaveHappened: false })
  expect(elapsed()).toBe(0)
})

it('no caller waits behind others beyond its deadline', async () => {
  const { bucket, timing, elapsed } = start({ rate: 1, burst: 1 })
  await bucket.take(longAway)
  const patient = bucket.take(longAway)
  const hurried = bucket.take({ deadline: timing.now() + 3_000 }).catch((error: unknown) => error)
  bucket.pause(60_000)
  expect(await hurried).toBeInstanceOf(Unavailable)
  expect(elapsed()).toBe(3_000)
  await patient
  expect(elapsed()).toBeGreaterThanOrEqual(60_000)
})

it('calls that take seconds to arrive cause no violation', async () => {
  const limits = { rate: 2, burst: 2 }
  const journeys = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(journeys, async (delays) => {
      const { bucket, timing, clock } = start(limits)
      const arrivals: number[] = []
      for (const delay of delays) {
        await bucket.take(longAway)
        clock.advance(delay)
        arrivals.push(timing.now())
        bucket.release()
      }
      expect(countViolations(arrivals, limits)).toBe(0)
    }),
  )
})

it('calls saved up at a higher rate are dropped', async () => {
  const limits = { rate: 2, burst: 2 }
  const { bucket, timing, clock } = start(limits)
  bucket.updateRate(100_000)
  clock.advance(1000)
  const arrivals: number[] = []
  for (let call = 0; call < 10; call += 1) {
    await bucket.take(longAway)
    arrivals.push(timing.now())
    clock.advance(10)
    bucket.updateRate(limits.rate)
  }
  expect(countViolations(arrivals, limits)).toBe(0)
})

it('the bucket takes over Amazon’s rate and ignores invalid ones', async () => {
  const { bucket, elapsed } = start({ rate: 1, burst: 1 })
  await bucket.take(longAway)
  bucket.updateRate(10)
  for (const nonsense of [0, -1, Number.NaN, Infinity, 0.000_001]) bucket.updateRate(nonsense)
  await bucket.take(longAway)
  expect(elapsed()).toBe(103)
})

it('the bucket pauses for the given time', async () => {
  const { bucket, elapsed } = start({ rate: 5, burst: 10 })
  bucket.pause(4_000)
  await bucket.take(longAway)
  expect(elapsed() - 4_000).toBeOneOf([0, 1])
})

it('the bucket continues when the clock is set back', async () => {
  const { bucket, clock, timing } = start({ rate: 1, burst: 1 })
  await bucket.take(longAway)
  clock.advance(-3_600_000)
  const before = timing.now()
  await bucket.take(longAway)
  expect(timing.now() - before).toBe(1021)
})

/** Two processes on one clock, with one rate limiter, or each with its own. */
function startTwo(limits: { rate: number; burst: number }, isShared: boolean) {
  let freeAt = 0
  const { clock, timing } = start(limits)
  const limiter: RateLimiter = {
    async reserve(_key, { intervalMs, toleranceMs, patienceMs }) {
      const free = Math.max(freeAt, clock.time())
      const wait = Math.max(0, Math.ceil(free - toleranceMs - clock.time()))
      if (wait <= patienceMs) freeAt = free + intervalMs
      return wait
    },
    pause: async (_key, { toleranceMs, restMs }) => {
      freeAt = Math.max(freeAt, clock.time() + restMs + toleranceMs)
    },
  }
  const shared = isShared ? { limiter, key: 'account getThings' } : undefined
  const open = () => new TokenBucket({ name: 'getThings', ...limits }, timing, shared)
  return { clock, timing, buckets: [open(), open()] as const }
}

it.each([
  [true, 'keep to the rate together, and use it'],
  [false, 'ask too often when they know nothing of each other'],
])('two processes (with a shared rate limiter: %s) %s', async (isShared) => {
  const limits = { rate: 2, burst: 2 }
  const { timing, clock, buckets } = startTwo(limits, isShared)
  const began = clock.time()
  const arrivals: number[] = []
  const work = async (bucket: TokenBucket, delay: number) => {
    for (let call = 0; call < 30; call += 1) {
      await bucket.take(longAway)
      arrivals.push(timing.now() + ((call * delay) % 300))
    }
  }
  await Promise.all([work(buckets[0], 70), work(buckets[1], 110)])
  expect(countViolations(arrivals, limits) > 0).toBe(!isShared)
  if (isShared) expect(59 / ((clock.time() - began) / 1000)).toBeGreaterThan(limits.rate * 0.97)
})

it('a pause after throttling holds for other processes too', async () => {
  const { clock, buckets } = startTwo({ rate: 2, burst: 5 }, true)
  const began = clock.time()
  buckets[0].pause(3_000)
  await buckets[1].take(longAway)
  expect(clock.time() - began).toBe(3_000)
})

it('a call is refused at once when other processes have reserved all calls until the deadline', async () => {
  const { clock, buckets } = startTwo({ rate: 0.1, burst: 1 }, true)
  const began = clock.time()
  await buckets[0].take(longAway)
  const refused = await buckets[1].take({ deadline: began + 5_000 }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Unavailable)
  expect(refused).toMatchObject({ retryAfterSeconds: 11 })
  expect(clock.time()).toBe(began)
})
