/**
 * Exponential back-off, for whoever repeats a call that failed. Delays have the unit in which `first` and `longest` are given.
 * Pure: chance comes in as an argument.
 */
export type Backoff = {
  /** The delay after the first failure. */
  first: number
  longest: number
  /** By how much the delay grows with each further failure; 2 unless told otherwise. */
  factor?: number
  /**
   * The shares of the delay between which chance picks, so that calls that failed together do not return together.
   * Half of the delay to all of it ("equal jitter") unless told otherwise.
   */
  jitter?: readonly [lowest: number, highest: number]
  /** An explicit Retry-After is obeyed up to this delay; `longest` unless told otherwise. */
  longestRetryAfter?: number
}

export type BackoffInput = {
  /** How many calls failed before the one that has just failed. */
  failures: number
  /** A number from 0 to 1; without it there is no jitter. */
  chance?: number
  /** The delay for which the other side asked. */
  retryAfter?: number | undefined
}

/** How long to wait before the next try: as long as the other side asks, plus up to one unit of jitter, else exponentially longer. */
export function backoffDelay(backoff: Backoff, { failures, chance, retryAfter }: BackoffInput): number {
  const { first, longest, factor = 2, jitter: [lowest, highest] = [0.5, 1], longestRetryAfter = longest } = backoff
  if (retryAfter !== undefined) return Math.min(Math.max(0, retryAfter), longestRetryAfter) + (chance ?? 0)
  const delay = Math.min(first * factor ** failures, longest)
  return chance === undefined ? delay : delay * (lowest + (highest - lowest) * chance)
}
