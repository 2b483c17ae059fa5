import { type FulfillmentStatus, hasEnded } from '#contract/order-status.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { ClaimedAttempt } from './submission-queries.ts'

const [minCheckSeconds, maxCheckSeconds] = [30, 4 * 3600]

/** 30 days: after that an unchanged fulfillment is only read when Amazon lists it as changed. */
const maxUnchangedSeconds = 30 * 24 * 3600

type CheckedAttempt = { status: FulfillmentStatus; changedAt: Date }

/** Time of the next status read: half as long as nothing has changed, within the limits above. */
export function nextCheckTime({ status, changedAt }: CheckedAttempt, now: Date): Date | null {
  if (hasEnded(status)) return null
  const unchangedSeconds = (now.getTime() - changedAt.getTime()) / 1000
  if (unchangedSeconds > maxUnchangedSeconds) return null
  return addSeconds(now, Math.min(Math.max(unchangedSeconds / 2, minCheckSeconds), maxCheckSeconds))
}

const maxRetrySeconds = 15 * 60

/** Time of the next read after a failure: back-off that doubles, because it waits as long as it has been silent. */
export function nextRetryTime(checkedAt: Date | null, retryAfterSeconds: number | undefined, now: Date): Date {
  const silentSeconds = checkedAt ? (now.getTime() - checkedAt.getTime()) / 1000 : minCheckSeconds
  return addSeconds(now, Math.min(retryAfterSeconds ?? Math.max(silentSeconds, minCheckSeconds), maxRetrySeconds))
}

const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

type WaitingAttempt = Pick<ClaimedAttempt, 'cancelRequestedAt' | 'submittedAt' | 'createdAt'>

/** Seconds. However long Amazon was away, everything is submitted within ten minutes of its return. */
const [minBackoffSeconds, maxBackoffSeconds, maxRetryAfterSeconds] = [30, 5 * 60, 3600]

/** A submission that may have arrived shows up within a minute. */
const ambiguousBackoffSeconds = 60

/** Back-off before the next try: as Amazon asks, else doubling, because it waits as long as it has waited. */
export function backoffSeconds(attempt: WaitingAttempt, error: Error, now: Date): number {
  const since = attempt.cancelRequestedAt ?? attempt.submittedAt ?? attempt.createdAt
  const waited = (now.getTime() - since.getTime()) / 1000
  const doubled = Math.min(Math.max(waited, minBackoffSeconds), maxBackoffSeconds)
  if (!(error instanceof Unavailable)) return doubled
  const retryAfter = Math.min(error.retryAfterSeconds ?? doubled, maxRetryAfterSeconds)
  return error.mayHaveHappened ? Math.max(retryAfter, ambiguousBackoffSeconds) : retryAfter
}

/** A submission without an answer that is not visible after ten minutes was never accepted. */
const lostAfterSeconds = 10 * 60

/** Whether Amazon may still show a submission that it does not show now. */
export const mayStillAppear = ({ submittedAt }: Pick<ClaimedAttempt, 'submittedAt'>, now: Date): boolean =>
  submittedAt !== null && now.getTime() < submittedAt.getTime() + lostAfterSeconds * 1000

/** Longer than the timeout of any call to Amazon, so that the next claimant finds no call under way. */
const leaseSeconds = 120

/** When a lease that is taken now expires. */
export const leaseExpiry = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000)
