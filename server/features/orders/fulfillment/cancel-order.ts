import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ordersApi } from '#contract/orders.ts'
import { releaseHolds } from '#server/features/inventory/release-holds.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orderAction, lockForAction } from '../actions/take-step.ts'
import { assertNotErased } from '../queries/erased-order.ts'
import { lockSentOrder, type SentOrder } from '../queries/sent-order.ts'
import { noEffects } from './news/chapter.ts'
import { transitionOrder } from './news/settle-order.ts'
import { requestCancellation, stoppableAttempts } from './request-cancellation.ts'
import { writeEffects } from './news/write-chapter.ts'

type CancelInput = ParsedInputOf<(typeof ordersApi)['cancel']>

/** An order that Amazon may have is cancelled once Amazon agrees, any other at once. */
async function cancel(tx: Tx, ctx: CompanyContext, { orderId, reason }: CancelInput): Promise<void> {
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
  await transitionOrder(tx, ctx, effects, { order, cause, targetStatus: 'cancelled', parcels: [] })
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

export const cancelOrder = orderAction(cancel)
