import { say } from '#contract/i18n.ts'
import { hasEnded } from '#contract/order-status.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { updateAttempt, lockAttempt } from './queries.ts'
import { recordTimeline } from '../timeline.ts'
import { recordAmazonStatus, recordCancelRefused } from './record-outcome.ts'
import { type AttemptSession, type SubmissionOutcome, endAttempt } from './attempt-session.ts'
import { mayStillAppear } from './timing.ts'

/** Asks Amazon to cancel an attempt. The answer is only a receipt: whether it was cancelled is read later. */
export async function cancelAttempt(session: AttemptSession): Promise<SubmissionOutcome> {
  const { service, account, handle } = session
  const answer = await service.cancel(account, handle).catch((error: unknown) => {
    if (error instanceof Rejected) return 'too_late' as const
    throw error
  })
  passCrashPoint('orders.send.cancel-asked')
  switch (answer) {
    case 'asked':
      return recordCancelAsked(session)
    case 'unknown':
      return recordUnknownAtAmazon(session)
    case 'too_late':
      return recordTooLate(session)
  }
}

/** Amazon cancels asynchronously, so the status is read after a pause. */
const secondsUntilRead = 5

function recordCancelAsked({ ctx, attempt: { id } }: AttemptSession): Promise<SubmissionOutcome> {
  const { companyId, clock, actor: by } = ctx
  return ctx.transaction<SubmissionOutcome>(async (tx) => {
    const { order, attempt } = await lockAttempt(tx, companyId, id)
    if (hasEnded(attempt.status) || attempt.cancelRequestedAt === null) return 'left'
    const at = clock.now()
    const nextCheckAt = new Date(at.getTime() + secondsUntilRead * 1000)
    await updateAttempt(tx, attempt, { cancelAskedAt: at, nextCheckAt })
    const description = say('Asked Amazon to cancel {fulfillmentId}.', {
      fulfillmentId: attempt.externalFulfillmentId ?? '',
    })
    await recordTimeline(tx, companyId, [{ orderId: order.id, event: 'fulfillment.cancel_asked', description, by, at }])
    await ctx.enqueue(tx, 'orders.follow', {}, { startAfter: nextCheckAt })
    await ctx.publishChange(tx, 'orders')
    return 'stopping'
  })
}

/** Amazon may not show an accepted order yet, so only an attempt that was never accepted counts as unknown. */
async function recordUnknownAtAmazon(session: AttemptSession): Promise<SubmissionOutcome> {
  const { ctx, attempt } = session
  if (attempt.status !== 'pending') throw new Unavailable(say('Amazon accepted the order but does not show it'))
  if (mayStillAppear(attempt, ctx.clock.now())) throw new Unavailable(say('Amazon may still be processing the order'))
  const reason = say('It never reached Amazon.')
  return (await endAttempt(session, { status: 'cancelled', code: null, reason })) ? 'stopped' : 'left'
}

/** Amazon refuses to cancel: reads the current status and drops the cancel request. */
async function recordTooLate({
  ctx,
  service,
  account,
  attempt: { id },
  handle,
}: AttemptSession): Promise<SubmissionOutcome> {
  const snapshot = await service.read(account, handle)
  if (!snapshot) throw new Unavailable(say('Amazon refuses to cancel the order but does not show it'))
  return ctx.transaction<SubmissionOutcome>(async (tx) => {
    await recordAmazonStatus(tx, ctx, id, snapshot)
    const { attempt } = await lockAttempt(tx, ctx.companyId, id)
    if (hasEnded(attempt.status)) return 'stopped'
    await recordCancelRefused(tx, ctx, id)
    return 'refused'
  })
}
