import type { CompanyContext } from '#server/platform/context.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { giveBack, type Claimed, type ClaimedAttempt } from '../../queries/attempts-to-send.ts'
import { hasEntrySince } from '../../queries/timeline-entries.ts'
import { recordTimeline } from '../../timeline.ts'
import type { Outcome } from './drive.ts'

type Postponed = { attempt: ClaimedAttempt; claimed: Claimed }

const event = 'fulfillment.waiting'

/** Amazon can’t be told now: the attempt stays as it is and is tried again. The order’s timeline says so once. */
export async function postpone(ctx: CompanyContext, { attempt, claimed }: Postponed, trouble: Error): Promise<Outcome> {
  const { companyId, clock, actor: by } = ctx
  const { orderId, createdAt, externalFulfillmentId } = attempt
  const at = clock.now()
  const nextCheckAt = new Date(at.getTime() + pauseSeconds(attempt, trouble, at) * 1000)
  return ctx.transaction(async (tx) => {
    const given = { nextCheckAt, error: trouble.message, errorCode: null }
    if (!(await giveBack(tx, companyId, claimed, given))) return 'left'
    if (!(await hasEntrySince(tx, companyId, { orderId, event, since: createdAt }))) {
      const description = `Amazon could not be told of ${externalFulfillmentId}; it is tried again by itself.`
      await recordTimeline(tx, companyId, [{ orderId, event, description, reason: trouble.message, by, at }])
    }
    await ctx.announce(tx, 'orders')
    return 'waiting'
  })
}

/** However long Amazon was away, all that waits is told within ten minutes of its being back. */
const [shortest, longest, longestAsked] = [30, 5 * 60, 3600]
/** What Amazon may be taking in right now shows within a minute. */
const settlingSeconds = 60

/** As Amazon asks; else doubling, since it waits as long again as it has waited. */
function pauseSeconds(attempt: ClaimedAttempt, trouble: Error, now: Date): number {
  const since = attempt.cancelRequestedAt ?? attempt.submittedAt ?? attempt.createdAt
  const waited = (now.getTime() - since.getTime()) / 1000
  const doubled = Math.min(Math.max(waited, shortest), longest)
  if (!(trouble instanceof Unavailable)) return doubled
  const asked = Math.min(trouble.retryAfterSeconds ?? doubled, longestAsked)
  return trouble.mayHaveHappened ? Math.max(asked, settlingSeconds) : asked
}
