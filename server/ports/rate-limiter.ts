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
