import { type FulfillmentStatus, hasEnded } from '#contract/order-status.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { ClaimedAttempt } from './submission-queries.ts'

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

/** Days after which something is overdue that Amazon has taken without a word of when it ships. */
export const daysWithoutDate = 3

/** By when Amazon is to have begun. */
export const shipByDate = (estimatedShipDate: Date | null, acceptedAt: Date): Date =>
  estimatedShipDate ?? new Date(acceptedAt.getTime() + daysWithoutDate * 86_400_000)

type WaitingAttempt = Pick<ClaimedAttempt, 'cancelRequestedAt' | 'submittedAt' | 'createdAt'>

/** However long Amazon was away, all that waits is told within ten minutes of its being back. */
const [minBackoffSeconds, maxBackoffSeconds, maxRetryAfterSeconds] = [30, 5 * 60, 3600]

/** What Amazon may be taking in right now shows within a minute. */
const ambiguousBackoffSeconds = 60

/** As Amazon asks; else doubling, since it waits as long again as it has waited. */
export function backoffSeconds(attempt: WaitingAttempt, error: Error, now: Date): number {
  const since = attempt.cancelRequestedAt ?? attempt.submittedAt ?? attempt.createdAt
  const waited = (now.getTime() - since.getTime()) / 1000
  const doubled = Math.min(Math.max(waited, minBackoffSeconds), maxBackoffSeconds)
  if (!(error instanceof Unavailable)) return doubled
  const retryAfter = Math.min(error.retryAfterSeconds ?? doubled, maxRetryAfterSeconds)
  return error.mayHaveHappened ? Math.max(retryAfter, ambiguousBackoffSeconds) : retryAfter
}

/** A submission that got no answer and is not there after this long was never taken in. */
const lostAfterSeconds = 10 * 60

/** Whether Amazon may yet show what it was told of, though it knows nothing of it now. */
export const mayStillAppear = ({ submittedAt }: Pick<ClaimedAttempt, 'submittedAt'>, now: Date): boolean =>
  submittedAt !== null && now.getTime() < submittedAt.getTime() + lostAfterSeconds * 1000

/** Longer than a call to Amazon is ever waited for: whoever takes an attempt up next finds none under way. */
const leaseSeconds = 120

/** Until when somebody who takes an attempt up now has it for himself. */
export const leaseExpiry = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000)
