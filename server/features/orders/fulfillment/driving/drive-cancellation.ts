import { hasEnded } from '#contract/order-states.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { updateAttempt } from '../../queries/attempts.ts'
import { lockAttempt } from '../../queries/sent-order.ts'
import { recordTimeline } from '../../timeline.ts'
import { applyNews } from '../apply-news.ts'
import { refuseCancellation } from '../refuse-cancellation.ts'
import type { Drive, Outcome } from './drive.ts'
import { endAttempt } from './end-attempt.ts'
import { mayStillShow } from './may-still-show.ts'

/** Has Amazon stop an attempt. Whether it did, only reading says. */
export async function driveCancellation(drive: Drive): Promise<Outcome> {
  const { service, account, handle } = drive
  const answer = await service.cancel(account, handle).catch((error: unknown) => {
    if (error instanceof Rejected) return 'too_late' as const
    throw error
  })
  passCrashPoint('orders.send.cancel-asked')
  switch (answer) {
    case 'asked':
      return noteAsked(drive)
    case 'unknown':
      return noteUnknown(drive)
    case 'too_late':
      return noteTooLate(drive)
  }
}

/** Amazon takes a moment to do it. */
const secondsUntilRead = 5

function noteAsked({ ctx, attempt: { id } }: Drive): Promise<Outcome> {
  const { companyId, clock, actor: by } = ctx
  return ctx.transaction<Outcome>(async (tx) => {
    const { order, attempt } = await lockAttempt(tx, companyId, id)
    if (hasEnded(attempt.status) || attempt.cancelRequestedAt === null) return 'left'
    const at = clock.now()
    const nextCheckAt = new Date(at.getTime() + secondsUntilRead * 1000)
    await updateAttempt(tx, attempt, { cancelAskedAt: at, nextCheckAt })
    const description = `Amazon was told to cancel ${attempt.externalFulfillmentId}.`
    await recordTimeline(tx, companyId, [{ orderId: order.id, event: 'fulfillment.cancel_asked', description, by, at }])
    await ctx.enqueue(tx, 'orders.follow', {}, { startAfter: nextCheckAt })
    await ctx.announce(tx, 'orders')
    return 'stopping'
  })
}

/** What Amazon has accepted it has, though it may not show it yet; only what it never accepted was never there. */
async function noteUnknown(drive: Drive): Promise<Outcome> {
  const { ctx, attempt } = drive
  if (attempt.status !== 'pending') throw new Unavailable('Amazon does not show the order that it accepted')
  if (mayStillShow(attempt, ctx.clock.now())) throw new Unavailable('Amazon may still be taking the order in')
  const reason = 'Amazon had not heard of it.'
  return (await endAttempt(drive, { status: 'cancelled', code: null, reason })) ? 'stopped' : 'left'
}

/** Amazon goes on with it: where it stands is read, and nobody waits for its cancellation any more. */
async function noteTooLate({ ctx, service, account, attempt: { id }, handle }: Drive): Promise<Outcome> {
  const news = await service.read(account, handle)
  if (!news) throw new Unavailable('Amazon won’t cancel the order and does not show it')
  return ctx.transaction<Outcome>(async (tx) => {
    await applyNews(tx, ctx, id, news)
    const { attempt } = await lockAttempt(tx, ctx.companyId, id)
    if (hasEnded(attempt.status)) return 'stopped'
    await refuseCancellation(tx, ctx, id)
    return 'refused'
  })
}
