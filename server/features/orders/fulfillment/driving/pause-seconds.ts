import { Unavailable } from '#server/ports/failure.ts'
import type { ClaimedAttempt } from '../../queries/attempts-to-send.ts'

type Waiting = Pick<ClaimedAttempt, 'cancelRequestedAt' | 'submittedAt' | 'createdAt'>

/** However long Amazon was away, all that waits is told within ten minutes of its being back. */
const [shortest, longest, longestAsked] = [30, 5 * 60, 3600]
/** What Amazon may be taking in right now shows within a minute. */
const settlingSeconds = 60

/** As Amazon asks; else doubling, since it waits as long again as it has waited. */
export function pauseSeconds(attempt: Waiting, trouble: Error, now: Date): number {
  const since = attempt.cancelRequestedAt ?? attempt.submittedAt ?? attempt.createdAt
  const waited = (now.getTime() - since.getTime()) / 1000
  const doubled = Math.min(Math.max(waited, shortest), longest)
  if (!(trouble instanceof Unavailable)) return doubled
  const asked = Math.min(trouble.retryAfterSeconds ?? doubled, longestAsked)
  return trouble.mayHaveHappened ? Math.max(asked, settlingSeconds) : asked
}
