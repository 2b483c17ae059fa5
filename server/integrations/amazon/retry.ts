import type { Timing } from './timing.ts'
import { RetryableError } from './errors.ts'

const longestDelay = 10_000
const usualDelay = 1_000

/**
 * How long to wait after so many failed tries; `chance` is a number from 0 to 1. A throttled call waits for as long as
 * Amazon needs for the next one to be free; other troubles are not of the rate's making.
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
  /** Milliseconds since 1970; after it nothing more is tried. */
  deadline: number
  signal?: AbortSignal | undefined
  /** Calls a second that are allowed. */
  rate(): number
  chance(): number
  /** Whether doing it twice is the same as doing it once. */
  isRepeatable: boolean
  /** Only a write can have happened. */
  isRead: boolean
  runOnce(attempt: number): Promise<T>
  onError(trouble: RetryableError, attempt: number, pause: number | null): void
}

/** Tries until it works, until it may not be tried again, or until the deadline; then `Unavailable` says why. */
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
