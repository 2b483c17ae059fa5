import { Unavailable } from '#server/ports/failure.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'

/** Kept with the job from attempt to attempt. */
export type AttemptCounts = {
  /** Failures of our own making; these use up the job's attempts. */
  failures: number
  /** Times the other side could not answer; these cost only time. */
  waits: number
  /** When it could not answer for the first time, in milliseconds. */
  waitingSince: number | null
  /** Times the process that ran the job died or froze. */
  crashes: number
}

export const noAttempts: AttemptCounts = { failures: 0, waits: 0, waitingSince: null, crashes: 0 }

export type RetryDecision =
  | { kind: 'again'; delaySeconds: number; tally: AttemptCounts }
  | { kind: 'failed'; tally: AttemptCounts }

/** What passes by itself is waited for this long. */
export const longestWaitSeconds = 3 * 24 * 3600
/** A job that takes its process down again and again would take every worker down. */
export const maxCrashes = 10

const firstPauseSeconds = 5
const longestPauseSeconds = 600
const longestRequestedSeconds = 24 * 3600

/** Decides what becomes of a job after an attempt has ended in an error. `chance` is a number from 0 to 1. */
export function planRetry(
  error: unknown,
  { tally, maxAttempts }: { tally: AttemptCounts; maxAttempts: number },
  now: Date,
  chance: number,
): RetryDecision {
  if (error instanceof Unavailable || isDatabaseUnavailable(error)) {
    const waitingSince = tally.waitingSince ?? now.getTime()
    const next = { ...tally, waits: tally.waits + 1, waitingSince }
    if (now.getTime() - waitingSince >= longestWaitSeconds * 1000) return { kind: 'failed', tally: next }
    const requestedSeconds = error instanceof Unavailable ? error.retryAfterSeconds : undefined
    const delaySeconds =
      requestedSeconds === undefined
        ? withJitter(exponentialDelay(tally.waits), chance)
        : boundedDelay(requestedSeconds, chance)
    return { kind: 'again', delaySeconds, tally: next }
  }
  const next = { ...tally, failures: tally.failures + 1 }
  if (next.failures >= maxAttempts) return { kind: 'failed', tally: next }
  return { kind: 'again', delaySeconds: withJitter(firstPauseSeconds * 6 ** tally.failures, chance), tally: next }
}

/** How long to wait with a job whose process has died that often. */
export const pauseAfterCrash = (crashes: number) => Math.min(longestPauseSeconds, 2 ** crashes)

const exponentialDelay = (times: number) => Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** times)

const boundedDelay = (requestedSeconds: number, chance: number) =>
  Math.ceil(Math.min(longestRequestedSeconds, Math.max(1, requestedSeconds)) + chance)

/** Between half of it and all of it, so that jobs that failed together don't come back together. */
const withJitter = (seconds: number, chance: number) => Math.max(1, Math.round(seconds / 2 + (seconds / 2) * chance))
