import type { CompanyContext } from '#server/platform/context.ts'
import { giveBack, type Claimed, type ClaimedAttempt } from '../../queries/attempts-to-send.ts'
import { hasEntrySince } from '../../queries/timeline-entries.ts'
import { recordTimeline } from '../../timeline.ts'
import type { Outcome } from './drive.ts'
import { pauseSeconds } from './pause-seconds.ts'

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
