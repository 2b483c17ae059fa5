import { AppError } from '#contract/errors.ts'
import { obstacleToResubmitting } from '#contract/order-actions.ts'
import { hasLeft, isLive } from '#contract/order-states.ts'
import type { CancelPurpose, ShippingSpeed } from '#contract/order-words.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockForAction } from '../actions/take-step.ts'
import { updateAttempt } from '../queries/attempts.ts'
import { lockOrders } from '../queries/lock-orders.ts'
import { getOrderRowOrThrow } from '../queries/order-row.ts'
import { lockSentOrder, type Attempt, type SentOrder } from '../queries/sent-order.ts'
import { recordTimeline } from '../timeline.ts'
import { leaseFrom } from './driving/lease.ts'
import { noteFailed } from './note-failed.ts'

export type Cancellation = {
  orderId: string
  purpose: CancelPurpose
  resendSpeed?: ShippingSpeed | undefined
  reason?: string | undefined
}

/**
 * Wants what Amazon has of an order stopped. What is to become of the order then is done once Amazon has confirmed it:
 * one that is being stopped in order to be sent anew can still be cancelled instead.
 */
export async function requestCancellation(tx: Tx, ctx: CompanyContext, wish: Cancellation): Promise<void> {
  const { orderId, purpose, resendSpeed = null } = wish
  await refuseImpossible(tx, ctx, wish)
  const order = await lockSentOrder(tx, ctx.companyId, orderId)
  const live = stoppable(order)
  if (live.length === 0) throw new AppError('conflict', 'Amazon has nothing of the order that it could still stop.')
  await record(tx, ctx, order, wish)
  const at = ctx.clock.now()
  for (const attempt of live) {
    const isWished = attempt.cancelRequestedAt !== null
    const begun = isWished ? {} : { cancelRequestedAt: at, nextCheckAt: nextCheckOf(attempt, at) }
    await updateAttempt(tx, attempt, { cancelPurpose: purpose, resendSpeed, ...begun })
  }
  for (const { id } of live.filter(isUnknownToAmazon)) {
    const reason = 'It was stopped before Amazon heard of it.'
    await noteFailed(tx, ctx, id, { status: 'cancelled', code: null, reason })
  }
  await ctx.announce(tx, 'orders')
  ctx.wake(tx, 'orders.send')
}

async function refuseImpossible(tx: Tx, ctx: CompanyContext, { orderId, purpose }: Cancellation): Promise<void> {
  if (purpose === 'cancel_order') return void (await lockForAction(tx, ctx, 'cancel', orderId))
  await lockOrders(tx, ctx.companyId, [orderId])
  const obstacle = obstacleToResubmitting(await getOrderRowOrThrow(tx, ctx.companyId, orderId))
  if (obstacle !== null) throw new AppError('conflict', obstacle)
}

/** What of an order may still ship and has not left. */
export const stoppable = ({ attempts }: Pick<SentOrder, 'attempts'>): Attempt[] =>
  attempts.filter(({ status }) => isLive(status) && !hasLeft(status))

const isUnknownToAmazon = ({ status, submittedAt }: Attempt): boolean => status === 'pending' && submittedAt === null

/**
 * What Amazon may just be taking in is left to whoever tells it, and given time to show: were Amazon told to stop what it
 * does not know yet, it would ship it after all.
 */
function nextCheckOf({ status, nextCheckAt }: Attempt, now: Date): Date {
  const soon = leaseFrom(now)
  if (status !== 'pending') return now
  return nextCheckAt && nextCheckAt < soon ? nextCheckAt : soon
}

async function record(tx: Tx, ctx: CompanyContext, order: SentOrder, wish: Cancellation): Promise<void> {
  const { companyId, actor: by, clock } = ctx
  const { orderId, purpose, resendSpeed, reason } = wish
  const description =
    purpose === 'cancel_order'
      ? 'Wanted the order cancelled; Amazon is asked to stop it.'
      : 'Wanted the order sent anew; Amazon is asked to stop it first.'
  const entry = { orderId, event: 'fulfillment.cancel_requested', description, ...(reason && { reason }) }
  await recordTimeline(tx, companyId, [{ ...entry, by, at: clock.now() }])
  if (by.type !== 'user') return
  const action = purpose === 'cancel_order' ? 'order.cancel' : 'order.cancel_and_resend'
  const after = { purpose, reason: reason ?? null, resendSpeed: resendSpeed ?? null }
  const before = { status: order.status }
  await recordAudit(tx, ctx, { action, resource: 'order', resourceId: orderId, companyId, before, after })
}
