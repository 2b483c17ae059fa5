import { hasEnded, type FulfillmentStatus } from '#contract/order-status.ts'

const [minCheckSeconds, maxCheckSeconds] = [30, 4 * 3600]
/** Nobody is asked any more about a parcel that no carrier has seen for so long, unless Amazon says that it changed. */
const maxUnchangedSeconds = 30 * 24 * 3600

type CheckedAttempt = { status: FulfillmentStatus; changedAt: Date }

/** When to ask again: the longer nothing has changed, the later. */
export function nextCheckTime({ status, changedAt }: CheckedAttempt, now: Date): Date | null {
  if (hasEnded(status)) return null
  const unchangedSeconds = (now.getTime() - changedAt.getTime()) / 1000
  if (unchangedSeconds > maxUnchangedSeconds) return null
  return addSeconds(now, Math.min(Math.max(unchangedSeconds / 2, minCheckSeconds), maxCheckSeconds))
}

const maxRetrySeconds = 15 * 60

/** When to ask again after nobody answered: doubling, since as long as it has been silent. */
export function nextRetryTime(checkedAt: Date | null, retryAfterSeconds: number | undefined, now: Date): Date {
  const silentSeconds = checkedAt ? (now.getTime() - checkedAt.getTime()) / 1000 : minCheckSeconds
  return addSeconds(now, Math.min(retryAfterSeconds ?? Math.max(silentSeconds, minCheckSeconds), maxRetrySeconds))
}

const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
