import { setTimeout as sleep } from 'node:timers/promises'

/** The clock and timer of the adapter; tests pass their own. */
export type Timing = {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects when the signal is aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** Node fires a longer timer at once. */
const longestTimer = 2 ** 31 - 1

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(Math.min(milliseconds, longestTimer), undefined, signal ? { signal } : {}),
}

export type TimeLimit = {
  /** Aborted when the time is up or the outer signal is aborted. */
  readonly signal: AbortSignal
  isOver(): boolean
  /** Releases the timer. */
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

/** Waits for the promise until the signal is aborted. The promise itself goes on. */
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
