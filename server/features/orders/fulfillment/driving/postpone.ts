import type { CompanyContext } from '#server/platform/context.ts'
import { releaseClaim, type AttemptClaim, type ClaimedAttempt } from '../../queries/attempts-to-send.ts'
import { hasTimelineEntrySince } from '../../queries/timeline-entries.ts'
import { recordTimeline } from '../../timeline.ts'
import type { SubmissionOutcome } from './drive.ts'
import { backoffSeconds } from './pause-seconds.ts'

type PostponedAttempt = { attempt: ClaimedAttempt; claim: AttemptClaim }

const waitingEvent = 'fulfillment.waiting'

/** Amazon can’t be told now: the attempt stays as it is and is tried again. The order’s timeline says so once. */
export async function postponeAttempt(
  ctx: CompanyContext,
  { attempt, claim }: PostponedAttempt,
  error: Error,
): Promise<SubmissionOutcome> {
  const { companyId, clock, actor: by } = ctx
  const { orderId, createdAt, externalFulfillmentId } = attempt
  const at = clock.now()
  const nextCheckAt = new Date(at.getTime() + backoffSeconds(attempt, error, at) * 1000)
  return ctx.transaction(async (tx) => {
    const postponement = { nextCheckAt, error: error.message, errorCode: null }
    if (!(await releaseClaim(tx, companyId, claim, postponement))) return 'left'
    if (!(await hasTimelineEntrySince(tx, companyId, { orderId, event: waitingEvent, since: createdAt }))) {
      const description = `Amazon could not be told of ${externalFulfillmentId}; it is tried again by itself.`
      await recordTimeline(tx, companyId, [
        { orderId, event: waitingEvent, description, reason: error.message, by, at },
      ])
    }
    await ctx.publishChange(tx, 'orders')
    return 'waiting'
  })
}
