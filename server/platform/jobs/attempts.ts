import { Unavailable } from '#server/ports/failure.ts'

/** Kept with the job from attempt to attempt. */
export type Tally = {
  /** Failures of our own making; these use up the job's attempts. */
  failures: number
  /** Times the other side could not answer; these cost only time. */
  waits: number
  /** Times the process that ran the job died or froze. */
  crashes: number
}

export const freshTally: Tally = { failures: 0, waits: 0, crashes: 0 }

export type Verdict = { kind: 'again'; delaySeconds: number; tally: Tally } | { kind: 'failed'; tally: Tally }

/** What passes by itself is waited for this long. */
export const patienceSeconds = 3 * 24 * 3600
/** A job that takes its process down again and again would take every worker down. */
export const maximumCrashes = 10

const longestWaitSeconds = 600
const firstWaitSeconds = 5
const firstPauseSeconds = 5

/** Decides what becomes of a job after an attempt has ended in an error. `chance` is a number from 0 to 1. */
export function judge(
  error: unknown,
  job: { tally: Tally; maxAttempts: number; ageSeconds: number },
  chance: number,
): Verdict {
  const { tally } = job
  if (error instanceof Unavailable) {
    const next = { ...tally, waits: tally.waits + 1 }
    if (job.ageSeconds >= patienceSeconds) return { kind: 'failed', tally: next }
    const asked = error.retryAfterSeconds
    const delaySeconds =
      asked === undefined
        ? spread(Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** tally.waits), chance)
        : Math.ceil(asked + chance)
    return { kind: 'again', delaySeconds, tally: next }
  }
  const next = { ...tally, failures: tally.failures + 1 }
  if (next.failures >= job.maxAttempts) return { kind: 'failed', tally: next }
  return { kind: 'again', delaySeconds: spread(firstPauseSeconds * 6 ** tally.failures, chance), tally: next }
}

/** Between half of it and all of it, so that jobs that failed together don't come back together. */
function spread(seconds: number, chance: number): number {
  return Math.max(1, Math.round(seconds / 2 + (seconds / 2) * chance))
}
