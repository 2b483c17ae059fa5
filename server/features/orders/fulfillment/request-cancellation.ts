/*
 * Cancellation protocol: `cancelRequestedAt` is set here; the job `orders.send` asks Amazon and sets `cancelAskedAt`
 * (cancel-attempt.ts); the next status read confirms or refuses it (next-state.ts). `cancelPurpose` decides whether the
 * order is then cancelled or sent again.
 */

import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { asMessage, inEnglish, say, type Sentence } from '#contract/i18n.ts'
import { obstacleToClosing, obstacleToResubmitting } from '#contract/order-actions.ts'
import { type CancelPurpose, hasLeft, isLive, moveOrder, type ShippingSpeed } from '#contract/order-status.ts'
import type { ordersApi } from '#contract/orders.ts'
import { releaseHolds } from '#server/features/inventory/holds.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { openOrderCodes } from '../attention/rules.ts'
import { lockForAction, orderAction } from '../order-action.ts'
import { listOpenAttentionOf } from '../order-detail-queries.ts'
import { assertNotErased, getOrderRowOrThrow, lockOrders, updateOrder } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { noEffects } from './order-effects.ts'
import { type Attempt, lockSentOrder, type SentOrder, updateAttempt } from './queries.ts'
import { recordFailed } from './record-outcome.ts'
import { leaseExpiry } from './timing.ts'
import { transitionOrder, writeEffects } from './transition-order.ts'

type CancelInput = ParsedInputOf<(typeof ordersApi)['cancel']>

export const cancelOrder = orderAction(cancel)

/** Cancels at once when Amazon has nothing of the order, else once Amazon has confirmed. */
export async function cancel(tx: Tx, ctx: CompanyContext, { orderId, reason }: CancelInput): Promise<void> {
  await lockForAction(tx, ctx, 'cancel', orderId)
  if (reason) await assertNotErased(tx, ctx.companyId, orderId)
  const order = await lockSentOrder(tx, ctx.companyId, orderId)
  if (stoppableAttempts(order).length === 0) return cancelImmediately(tx, ctx, order, reason)
  await requestCancellation(tx, ctx, { orderId, purpose: 'cancel_order', reason })
}

async function cancelImmediately(tx: Tx, ctx: CompanyContext, order: SentOrder, reason?: string): Promise<void> {
  const { companyId, actor, clock } = ctx
  const { id: orderId, status } = order
  const at = clock.now()
  const effects = { ...noEffects(), hasMovedStock: true }
  await releaseHolds(tx, { companyId, orderId, at })
  const cause = at.toISOString()
  await transitionOrder(tx, ctx, effects, { order, cause, reason, targetStatus: 'cancelled', parcels: [] })
  const entries = effects.entries.map((entry) =>
    reason && entry.event === 'order.cancelled' ? { ...entry, reason } : entry,
  )
  await recordAudit(tx, ctx, {
    action: 'order.cancel',
    resource: 'order',
    resourceId: orderId,
    companyId,
    before: { status },
    after: { status: 'cancelled', reason: reason ?? null },
  })
  await writeEffects(tx, ctx, orderId, { ...effects, entries }, actor)
}

/**
 * Closes an order that its channel shipped itself: its units were not Amazon's, so they are released. Neither the customer nor the channel
 * is notified, and promotions count as used.
 */
export const closeShippedOrder = orderAction(async (tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }) => {
  const { companyId, actor, clock } = ctx
  await lockOrders(tx, companyId, [orderId])
  const order = await getOrderRowOrThrow(tx, companyId, orderId)
  const obstacle = obstacleToClosing(order)
  if (obstacle !== null) throw new AppError('conflict', asMessage(obstacle))
  const isShippedByChannel = (await listOpenAttentionOf(tx, companyId, orderId)).some(
    ({ code }) => code === 'shipped_by_channel',
  )
  if (!isShippedByChannel) throw new AppError('conflict', say('The channel has not reported the order as shipped.'))
  const at = clock.now()
  const status = moveOrder(order.status, 'cancelled')
  await releaseHolds(tx, { companyId, orderId, at })
  await updateOrder(tx, companyId, orderId, { status, cancelledAt: at, fulfillAfter: null })
  await recordAudit(tx, ctx, {
    action: 'order.close-shipped',
    resource: 'order',
    resourceId: orderId,
    companyId,
    before: { status: order.status },
    after: { status },
  })
  const description = say('Closed here: shipped by the shop. Neither the customer nor the shop was notified.')
  const effects = {
    ...noEffects(),
    hasMovedStock: true,
    entries: [{ event: 'order.closed', description }],
    resolved: [...openOrderCodes],
  }
  await writeEffects(tx, ctx, orderId, effects, actor)
})

type CancelAndResendInput = ParsedInputOf<(typeof ordersApi)['cancelAndResend']>

export const cancelAndResend = orderAction(
  (tx: Tx, ctx: CompanyContext, { orderId, shippingSpeed }: CancelAndResendInput) =>
    requestCancellation(tx, ctx, { orderId, purpose: 'send_again', resendSpeed: shippingSpeed }),
)

type CancellationRequest = {
  orderId: string
  purpose: CancelPurpose
  resendSpeed?: ShippingSpeed | undefined
  reason?: Sentence | undefined
}

/**
 * Requests cancellation of all attempts that can still be stopped. The order is cancelled or resent once Amazon has
 * confirmed. A pending resend can still be turned into a cancellation.
 */
export async function requestCancellation(tx: Tx, ctx: CompanyContext, request: CancellationRequest): Promise<void> {
  const { orderId, purpose, resendSpeed = null } = request
  await assertCancellable(tx, ctx, request)
  const order = await lockSentOrder(tx, ctx.companyId, orderId)
  const stoppable = stoppableAttempts(order)
  if (stoppable.length === 0)
    throw new AppError('conflict', say('No part of the order can still be cancelled at Amazon.'))
  await recordCancelRequest(tx, ctx, order, request)
  const at = ctx.clock.now()
  for (const attempt of stoppable) {
    const isRequested = attempt.cancelRequestedAt !== null
    const firstRequest = isRequested ? {} : { cancelRequestedAt: at, nextCheckAt: cancelCheckTime(attempt, at) }
    await updateAttempt(tx, attempt, { cancelPurpose: purpose, resendSpeed, ...firstRequest })
  }
  for (const { id } of stoppable.filter(isNotSubmitted)) {
    const reason = say('It was cancelled before it reached Amazon.')
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
  if (obstacle !== null) throw new AppError('conflict', asMessage(obstacle))
}

/** Attempts that are live and have not shipped. */
const stoppableAttempts = ({ attempts }: Pick<SentOrder, 'attempts'>): Attempt[] =>
  attempts.filter(({ status }) => isLive(status) && !hasLeft(status))

const isNotSubmitted = ({ status, submittedAt }: Attempt): boolean => status === 'pending' && submittedAt === null

/**
 * A submission may be under way, so a pending attempt waits for its lease: Amazon would ignore a cancellation of an
 * order that it does not know yet, and ship it.
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
      ? say('Requested cancellation. Amazon will be asked to cancel the order.')
      : say('Requested a new attempt. Amazon will be asked to cancel the current one first.')
  const entry = { orderId, event: 'fulfillment.cancel_requested', description, ...(reason && { reason }) }
  await recordTimeline(tx, companyId, [{ ...entry, by, at: clock.now() }])
  if (by.type !== 'user') return
  const action = purpose === 'cancel_order' ? 'order.cancel' : 'order.cancel_and_resend'
  const after = { purpose, reason: reason ? inEnglish(reason) : null, resendSpeed: resendSpeed ?? null }
  const before = { status: order.status }
  await recordAudit(tx, ctx, { action, resource: 'order', resourceId: orderId, companyId, before, after })
}
