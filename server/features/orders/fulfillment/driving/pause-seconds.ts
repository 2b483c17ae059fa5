import { Unavailable } from '#server/ports/failure.ts'
import type { ClaimedAttempt } from '../../queries/attempts-to-send.ts'

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
