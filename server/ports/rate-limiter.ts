/** How often something may be done: every so often, and so much sooner after a pause. In milliseconds. */
export type Rate = { intervalMs: number; toleranceMs: number }

/** Whose turn it is, among all processes, to do what the outside allows only so often. */
export type RateLimiter = {
  /**
   * Takes the next turn and answers for how many milliseconds to wait for it; one that is further away than `patienceMs`
   * is not taken.
   */
  reserve(key: string, pace: Rate & { patienceMs: number }): Promise<number>
  /** Nobody goes before that time has passed, and then one at a time. */
  pause(key: string, pace: Rate & { restMs: number }): Promise<void>
}
