import { expect, it, vi } from 'vitest'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { retryDelay, retry, type RetryOptions } from './retry.ts'
import { simulateTime } from './fixtures/simulated-time.ts'
import { RetryableError, retryableKinds, type RetryableKind } from './errors.ts'

it.each([
  { rate: 2, tries: [1, 2, 3, 4, 5, 6, 7], throttled: [500, 1000, 2000, 4000, 8000, 10_000, 10_000] },
  { rate: 0.0222, tries: [1, 2], throttled: [45_045, 45_045] },
])('the delay of a throttled call at a rate of $rate doubles up to a bound', ({ rate, tries, throttled }) => {
  const pauses = tries.map((count) => Math.round(retryDelay(count, { kind: 'throttled' }, rate, 0)))
  expect(pauses).toEqual(throttled)
})

it('jitter adds up to half of the delay', () => {
  expect(retryDelay(1, { kind: 'throttled' }, 2, 0.999)).toBeCloseTo(750, 0)
})

it('the delay after a fault does not depend on the rate', () => {
  expect(retryDelay(1, { kind: 'faulty' }, 0.016, 0)).toBe(1000)
})

function setUp(fail: (attempt: number) => Error | null, given: Partial<RetryOptions<string>> = {}) {
  let time = 0
  const { timing } = simulateTime({ time: () => time, advance: (milliseconds) => void (time += milliseconds) })
  const runOnce = vi.fn<(attempt: number) => Promise<string>>(async (attempt) => {
    const error = fail(attempt)
    if (error) throw error
    return 'done'
  })
  const whole: RetryOptions<string> = {
    timing,
    deadline: 90_000,
    rate: () => 2,
    chance: () => 0,
    isRepeatable: true,
    isRead: true,
    onError: vi.fn<RetryOptions<string>['onError']>(),
    runOnce,
    ...given,
  }
  return { whole, runOnce, elapsed: () => time }
}

it.each(retryableKinds)('a failure of the kind %s is retried', async (kind) => {
  const { whole, elapsed } = setUp((attempt) => (attempt < 3 ? new RetryableError(kind) : null))
  await expect(retry(whole)).resolves.toBe('done')
  expect(elapsed()).toBe(1_500)
})

it('a call ends with retryAfterSeconds when the next attempt would miss the deadline', async () => {
  const { whole, elapsed } = setUp(() => new RetryableError('throttled'))
  const given = retry(whole)
  await expect(given).rejects.toThrow('Amazon asks Lockstep to wait: too many requests in a short time.')
  await expect(given).rejects.toMatchObject({ name: 'Unavailable', retryAfterSeconds: 10 })
  expect(elapsed()).toBeLessThan(90_000)
})

it.each<[RetryableKind, string | undefined, boolean]>([
  ['faulty', undefined, true],
  ['slow', undefined, true],
  ['unreadable', undefined, true],
  ['away', 'ECONNRESET', true],
  ['away', 'ECONNREFUSED', false],
  ['throttled', undefined, false],
])(
  'a write that is not idempotent is repeated only when it did not happen (%s %s)',
  async (kind, reason, mayHaveHappened) => {
    const failure = () => new RetryableError(kind, reason ? { reason } : {})
    const { whole, runOnce } = setUp((attempt) => (attempt === 1 ? failure() : null), {
      isRepeatable: false,
      isRead: false,
    })
    const outcome = await retry(whole).catch((error: unknown) => error)
    expect(runOnce).toHaveBeenCalledTimes(mayHaveHappened ? 1 : 2)
    if (mayHaveHappened) expect(outcome).toMatchObject({ name: 'Unavailable', mayHaveHappened: true })
    else expect(outcome).toBe('done')
  },
)

it('an earlier attempt of a write that may have happened is remembered', async () => {
  const { whole } = setUp((attempt) => new RetryableError(attempt === 1 ? 'slow' : 'throttled'), { isRead: false })
  await expect(retry(whole)).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: true })
})

it('a refusal is passed on at once, and an aborted signal stops the attempts', async () => {
  const refused = setUp(() => new Rejected('no'))
  await expect(retry(refused.whole)).rejects.toThrow(Rejected)
  expect(refused.runOnce).toHaveBeenCalledTimes(1)

  const stop = new AbortController()
  const stopped = setUp(() => new RetryableError('faulty'), {
    signal: stop.signal,
    onError: () => stop.abort(new Error('stop')),
  })
  await expect(retry(stopped.whole)).rejects.toThrow('stop')
  await expect(retry(stopped.whole)).rejects.not.toThrow(Unavailable)
})
