import { backoffDelay, type Backoff } from '#server/ports/backoff.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'

/** Stored with the job (`data.tally`) from attempt to attempt. */
export type AttemptCounts = {
  /** Errors of our own code; these use up the job's attempts. */
  failures: number
  /** Attempts that ended because the other side, or our database, was unavailable; these cost only time. */
  waits: number
  /** When it was unavailable for the first time, in milliseconds since 1970. */
  waitingSince: number | null
  /** Attempts during which the process died or froze. */
  crashes: number
}

export const noAttempts: AttemptCounts = { failures: 0, waits: 0, waitingSince: null, crashes: 0 }

export type RetryDecision =
  | { kind: 'again'; delaySeconds: number; tally: AttemptCounts }
  | { kind: 'failed'; tally: AttemptCounts }

/** How long a job waits in all for something that is unavailable. */
export const longestWaitSeconds = 3 * 24 * 3600
/** A job that crashes its process again and again would crash every worker. */
export const maxCrashes = 10

const afterUnavailable: Backoff = { first: 5, longest: 600, longestRetryAfter: 24 * 3600 }
const afterFailure: Backoff = { first: 5, factor: 6, longest: Infinity }
const afterCrash: Backoff = { first: 1, longest: 600 }

/** Decides whether a job is tried again after an attempt ended in an error, and when. `chance` is a number from 0 to 1. */
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
    return { kind: 'again', delaySeconds: delayWhileUnavailable(error, tally.waits, chance), tally: next }
  }
  const next = { ...tally, failures: tally.failures + 1 }
  if (next.failures >= maxAttempts) return { kind: 'failed', tally: next }
  return { kind: 'again', delaySeconds: delayAfterFailure(tally.failures, chance), tally: next }
}

/** How many seconds a job waits whose process has crashed this often. */
export const pauseAfterCrash = (crashes: number) => backoffDelay(afterCrash, { failures: crashes })

/** At least a second, whatever the other side asks for. */
function delayWhileUnavailable(error: unknown, waits: number, chance: number): number {
  const retryAfter = error instanceof Unavailable ? error.retryAfterSeconds : undefined
  if (retryAfter === undefined) return wholeSeconds(backoffDelay(afterUnavailable, { failures: waits, chance }))
  return Math.ceil(backoffDelay(afterUnavailable, { failures: waits, chance, retryAfter: Math.max(1, retryAfter) }))
}

const delayAfterFailure = (failures: number, chance: number) =>
  wholeSeconds(backoffDelay(afterFailure, { failures, chance }))

const wholeSeconds = (seconds: number) => Math.max(1, Math.round(seconds))

/** Of a job that ran longer than it may. */
export function timeoutMessage(seconds: number): string {
  if (seconds < 120) return `Timed out after ${seconds} seconds`
  return seconds < 7200
    ? `Timed out after ${Math.round(seconds / 60)} minutes`
    : `Timed out after ${Math.round(seconds / 3600)} hours`
}
