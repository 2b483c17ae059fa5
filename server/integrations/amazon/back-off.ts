import type { Timing } from './timing.ts'
import { Trouble } from './trouble.ts'

const longestPause = 10_000
const usualPause = 1_000

/**
 * How long to wait after so many failed tries; `chance` is a number from 0 to 1. A throttled call waits for as long as
 * Amazon needs for the next one to be free; other troubles are not of the rate's making.
 */
export function pauseAfter(tries: number, { kind }: Pick<Trouble, 'kind'>, rate: number, chance: number): number {
  const oneCall = 1000 / rate
  const first = kind === 'throttled' ? oneCall : Math.min(oneCall, usualPause)
  return Math.min(first * 2 ** (tries - 1), Math.max(longestPause, first)) * (1 + chance / 2)
}

export type Effort<T> = {
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
  tryOnce(attempt: number): Promise<T>
  onTrouble(trouble: Trouble, attempt: number, pause: number | null): void
}

/** Tries until it works, until it may not be tried again, or until the deadline; then `Unavailable` says why. */
export async function persist<T>(effort: Effort<T>): Promise<T> {
  let mayHaveHappened = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await effort.tryOnce(attempt)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      mayHaveHappened ||= error.mayHaveHappened && !effort.isRead
      const pause = pauseAfter(attempt, error, effort.rate(), effort.chance())
      const isAllowed = effort.isRepeatable || !error.mayHaveHappened
      const isInTime = effort.timing.now() + pause < effort.deadline
      effort.onTrouble(error, attempt, isAllowed && isInTime ? pause : null)
      if (!isAllowed) throw error.giveUp({ mayHaveHappened })
      if (!isInTime) throw error.giveUp({ mayHaveHappened, retryAfterSeconds: Math.ceil(pause / 1000) })
      await effort.timing.sleep(pause, effort.signal)
    }
  }
}
