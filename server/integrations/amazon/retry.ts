import type { Timing } from './timing.ts'
import { RetryableError } from './errors.ts'

const longestDelay = 10_000
const usualDelay = 1_000

/**
 * Exponential back-off in milliseconds before the next attempt; `chance` (0 to 1) adds up to half as jitter. A
 * throttled call starts with the interval of its rate limit, any other failure with at most one second.
 */
export function retryDelay(
  tries: number,
  { kind }: Pick<RetryableError, 'kind'>,
  rate: number,
  chance: number,
): number {
  const oneCall = 1000 / rate
  const first = kind === 'throttled' ? oneCall : Math.min(oneCall, usualDelay)
  return Math.min(first * 2 ** (tries - 1), Math.max(longestDelay, first)) * (1 + chance / 2)
}

export type RetryOptions<T> = {
  timing: Timing
  /** Milliseconds since 1970. No attempt starts after it. */
  deadline: number
  signal?: AbortSignal | undefined
  /** The rate limit in calls a second. */
  rate(): number
  chance(): number
  /** Whether the request is idempotent. */
  isRepeatable: boolean
  /** A failed read never counts as possibly carried out. */
  isRead: boolean
  runOnce(attempt: number): Promise<T>
  onError(error: RetryableError, attempt: number, pause: number | null): void
}

/**
 * Repeats the request until it succeeds, must not be repeated, or would miss its deadline; then throws `Unavailable`
 * with the reason.
 */
export async function retry<T>(options: RetryOptions<T>): Promise<T> {
  let mayHaveHappened = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await options.runOnce(attempt)
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error
      mayHaveHappened ||= error.mayHaveHappened && !options.isRead
      const pause = retryDelay(attempt, error, options.rate(), options.chance())
      const isAllowed = options.isRepeatable || !error.mayHaveHappened
      const isInTime = options.timing.now() + pause < options.deadline
      options.onError(error, attempt, isAllowed && isInTime ? pause : null)
      if (!isAllowed) throw error.toUnavailable({ mayHaveHappened })
      if (!isInTime) throw error.toUnavailable({ mayHaveHappened, retryAfterSeconds: Math.ceil(pause / 1000) })
      await options.timing.sleep(pause, options.signal)
    }
  }
}
