import { setTimeout as sleep } from 'node:timers/promises'

/** Time as the adapter sees it; a test gives one of its own. */
export type Timing = {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects when the signal comes first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** Node takes what is longer for no time at all. */
const longestTimer = 2 ** 31 - 1

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(Math.min(milliseconds, longestTimer), undefined, signal ? { signal } : {}),
}

export type TimeLimit = {
  /** Comes when the time is up, or with the signal from outside. */
  readonly signal: AbortSignal
  isOver(): boolean
  /** Nobody waits any more. */
  end(): void
}

export function limitTime(timing: Timing, milliseconds: number, outside?: AbortSignal): TimeLimit {
  const timeUp = new AbortController()
  const done = new AbortController()
  timing.sleep(milliseconds, done.signal).then(
    () => timeUp.abort(),
    () => {},
  )
  return {
    signal: outside ? AbortSignal.any([timeUp.signal, outside]) : timeUp.signal,
    isOver: () => timeUp.signal.aborted,
    end: () => done.abort(),
  }
}

/** Waits for something that can't be stopped, no longer than until the signal; what is waited for goes on. */
export async function waitFor<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([promise, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
