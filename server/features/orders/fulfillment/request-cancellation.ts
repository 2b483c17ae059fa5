import { AppError } from '#contract/errors.ts'
import { obstacleToResubmitting } from '#contract/order-actions.ts'
import { hasLeft, isLive, type CancelPurpose, type ShippingSpeed } from '#contract/order-status.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockForAction } from '../actions/take-step.ts'
import { updateAttempt } from '../queries/attempts.ts'
import { lockOrders } from '../queries/lock-orders.ts'
import { getOrderRowOrThrow } from '../queries/order-row.ts'
import { lockSentOrder, type Attempt, type SentOrder } from '../queries/sent-order.ts'
import { recordTimeline } from '../timeline.ts'
import { leaseExpiry } from './driving/lease.ts'
import { recordFailed } from './note-failed.ts'

export type CancellationRequest = {
  orderId: string
  purpose: CancelPurpose
  resendSpeed?: ShippingSpeed | undefined
  reason?: string | undefined
}

/**
 * Wants what Amazon has of an order stopped. What is to become of the order then is done once Amazon has confirmed it:
 * one that is being stopped in order to be sent anew can still be cancelled instead.
 */
export async function requestCancellation(tx: Tx, ctx: CompanyContext, request: CancellationRequest): Promise<void> {
  const { orderId, purpose, resendSpeed = null } = request
  await assertCancellable(tx, ctx, request)
  const order = await lockSentOrder(tx, ctx.companyId, orderId)
  const stoppable = stoppableAttempts(order)
  if (stoppable.length === 0)
    throw new AppError('conflict', 'Amazon has nothing of the order that it could still stop.')
  await recordCancelRequest(tx, ctx, order, request)
  const at = ctx.clock.now()
  for (const attempt of stoppable) {
    const isRequested = attempt.cancelRequestedAt !== null
    const firstRequest = isRequested ? {} : { cancelRequestedAt: at, nextCheckAt: cancelCheckTime(attempt, at) }
    await updateAttempt(tx, attempt, { cancelPurpose: purpose, resendSpeed, ...firstRequest })
  }
  for (const { id } of stoppable.filter(isNotSubmitted)) {
    const reason = 'It was stopped before Amazon heard of it.'
    await recordFailed(tx, ctx, id, { status: 'cancelled', code: null, reason })
  }
  await ctx.publishChange(tx, 'orders')
  ctx.triggerWorker(tx, 'orders.send')
}

async function assertCancellable(
  tx: Tx,
  ctx: CompanyContext,
  { orderId, purpose }: CancellationRequest,
): Promise<void> {
  if (purpose === 'cancel_order') return void (await lockForAction(tx, ctx, 'cancel', orderId))
  await lockOrders(tx, ctx.companyId, [orderId])
  const obstacle = obstacleToResubmitting(await getOrderRowOrThrow(tx, ctx.companyId, orderId))
  if (obstacle !== null) throw new AppError('conflict', obstacle)
}

/** What of an order may still ship and has not left. */
export const stoppableAttempts = ({ attempts }: Pick<SentOrder, 'attempts'>): Attempt[] =>
  attempts.filter(({ status }) => isLive(status) && !hasLeft(status))

const isNotSubmitted = ({ status, submittedAt }: Attempt): boolean => status === 'pending' && submittedAt === null

/**
 * What Amazon may just be taking in is left to whoever tells it, and given time to show: were Amazon told to stop what it
 * does not know yet, it would ship it after all.
 */
function cancelCheckTime({ status, nextCheckAt }: Attempt, now: Date): Date {
  const soon = leaseExpiry(now)
  if (status !== 'pending') return now
  return nextCheckAt && nextCheckAt < soon ? nextCheckAt : soon
}

async function recordCancelRequest(
  tx: Tx,
  ctx: CompanyContext,
  order: SentOrder,
  request: CancellationRequest,
): Promise<void> {
  const { companyId, actor: by, clock } = ctx
  const { orderId, purpose, resendSpeed, reason } = request
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
