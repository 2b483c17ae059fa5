import { setTimeout as wait } from 'node:timers/promises'

/** Time as the adapter sees it; a test gives one of its own. */
export type Timing = {
  /** Milliseconds since 1970. */
  now(): number
  sleep(milliseconds: number): Promise<void>
  /** Comes when so much time has passed without an answer. */
  limit(milliseconds: number): AbortSignal
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (milliseconds) => wait(milliseconds),
  limit: (milliseconds) => AbortSignal.timeout(milliseconds),
}
