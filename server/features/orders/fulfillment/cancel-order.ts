import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ordersApi } from '#contract/orders.ts'
import { releaseHolds } from '#server/features/inventory/release-holds.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { asCall, lockForAction } from '../actions/take-step.ts'
import { refuseErased } from '../queries/erased-order.ts'
import { lockSentOrder, type SentOrder } from '../queries/sent-order.ts'
import { newChapter } from './news/chapter.ts'
import { settleOrder } from './news/settle-order.ts'
import { requestCancellation, stoppable } from './request-cancellation.ts'
import { writeChapter } from './news/write-chapter.ts'

type Cancel = ParsedInputOf<(typeof ordersApi)['cancel']>

/** An order that Amazon may have is cancelled once Amazon agrees, any other at once. */
async function cancel(tx: Tx, ctx: CompanyContext, { orderId, reason }: Cancel): Promise<void> {
  await lockForAction(tx, ctx, 'cancel', orderId)
  if (reason) await refuseErased(tx, ctx.companyId, orderId)
  const order = await lockSentOrder(tx, ctx.companyId, orderId)
  if (stoppable(order).length === 0) return cancelAtOnce(tx, ctx, order, reason)
  await requestCancellation(tx, ctx, { orderId, purpose: 'cancel_order', reason })
}

async function cancelAtOnce(tx: Tx, ctx: CompanyContext, order: SentOrder, reason?: string): Promise<void> {
  const { companyId, actor, clock } = ctx
  const { id: orderId, status } = order
  const at = clock.now()
  const chapter = { ...newChapter(), hasMovedStock: true }
  await releaseHolds(tx, { companyId, orderId, at })
  const cause = at.toISOString()
  await settleOrder(tx, ctx, chapter, { order, cause, destination: 'cancelled', parcels: [] })
  const entries = chapter.entries.map((entry) =>
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
  await writeChapter(tx, ctx, orderId, { ...chapter, entries }, actor)
}

export const cancelOrder = asCall(cancel)
