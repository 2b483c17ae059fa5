import { Unavailable } from '#server/ports/failure.ts'
import { isDatabaseAway } from '../db/outage.ts'

/** Kept with the job from attempt to attempt. */
export type Tally = {
  /** Failures of our own making; these use up the job's attempts. */
  failures: number
  /** Times the other side could not answer; these cost only time. */
  waits: number
  /** When it could not answer for the first time, in milliseconds. */
  waitingSince: number | null
  /** Times the process that ran the job died or froze. */
  crashes: number
}

export const freshTally: Tally = { failures: 0, waits: 0, waitingSince: null, crashes: 0 }

export type Verdict = { kind: 'again'; delaySeconds: number; tally: Tally } | { kind: 'failed'; tally: Tally }

/** What passes by itself is waited for this long. */
export const patienceSeconds = 3 * 24 * 3600
/** A job that takes its process down again and again would take every worker down. */
export const maximumCrashes = 10

const firstPauseSeconds = 5
const longestPauseSeconds = 600
const longestAskedSeconds = 24 * 3600

/** Decides what becomes of a job after an attempt has ended in an error. `chance` is a number from 0 to 1. */
export function judge(
  error: unknown,
  { tally, maxAttempts }: { tally: Tally; maxAttempts: number },
  now: Date,
  chance: number,
): Verdict {
  if (error instanceof Unavailable || isDatabaseAway(error)) {
    const waitingSince = tally.waitingSince ?? now.getTime()
    const next = { ...tally, waits: tally.waits + 1, waitingSince }
    if (now.getTime() - waitingSince >= patienceSeconds * 1000) return { kind: 'failed', tally: next }
    const asked = error instanceof Unavailable ? error.retryAfterSeconds : undefined
    const delaySeconds = asked === undefined ? spread(doubled(tally.waits), chance) : bounded(asked, chance)
    return { kind: 'again', delaySeconds, tally: next }
  }
  const next = { ...tally, failures: tally.failures + 1 }
  if (next.failures >= maxAttempts) return { kind: 'failed', tally: next }
  return { kind: 'again', delaySeconds: spread(firstPauseSeconds * 6 ** tally.failures, chance), tally: next }
}

/** How long to wait with a job whose process has died that often. */
export const pauseAfterCrash = (crashes: number) => Math.min(longestPauseSeconds, 2 ** crashes)

const doubled = (times: number) => Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** times)

const bounded = (asked: number, chance: number) => Math.ceil(Math.min(longestAskedSeconds, Math.max(1, asked)) + chance)

/** Between half of it and all of it, so that jobs that failed together don't come back together. */
const spread = (seconds: number, chance: number) => Math.max(1, Math.round(seconds / 2 + (seconds / 2) * chance))
