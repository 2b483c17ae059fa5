/** One call per `intervalMs`; after a pause up to `toleranceMs` earlier, which allows a burst. */
export type Rate = { intervalMs: number; toleranceMs: number }

/** Paces calls that an outside service limits, over all processes (GCRA). */
export type RateLimiter = {
  /**
   * Reserves the next slot and returns how many milliseconds to wait for it; a slot that is further away than `patienceMs` is not
   * reserved.
   */
  reserve(key: string, pace: Rate & { patienceMs: number }): Promise<number>
  /** Blocks all calls for that time; then they resume without a burst. */
  pause(key: string, pace: Rate & { restMs: number }): Promise<void>
}

/** A cache that all processes share, for values that are slow to get. Entries may disappear at any time. */
export type SharedCache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, forMs: number): Promise<void>
  /** Whether the caller is the first within that time, and so the one that fetches the value for all. */
  claim(key: string, forMs: number): Promise<boolean>
}
