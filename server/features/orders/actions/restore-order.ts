import { AppError } from '#contract/errors.ts'
import { moveOrder } from '#contract/order-status.ts'
import { publishAttentionChange } from '#server/features/channels/announce-attention.ts'
import { applyOrderChanges } from '#server/features/inventory/follow-orders.ts'
import { withdrawCancellation } from '#server/features/notifications/take-back-cancellation.ts'
import type { PromotionClaim } from '#server/features/promotions/redeeming/claim.ts'
import { updateRedemptions } from '#server/features/promotions/redeeming/follow-promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { checkOrders } from '../attention/judge-orders.ts'
import { raiseAttention, type AttentionToRaise } from '../attention/raise-attention.ts'
import { resolveAttention } from '../attention/resolve-attention.ts'
import { parsePromotionSummary } from '../promotion-summary.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { getCancelledOrderOrThrow, type CancelledOrder } from '../queries/cancelled-orders.ts'
import { priceOrder } from '../take-in/amounts.ts'
import { recordTimeline, type TimelineEntry } from '../timeline.ts'
import { recordAction } from './note-step.ts'
import { orderAction, lockForAction } from './take-step.ts'

/** The order is placed anew: its units are held again, and what may keep it is judged as if it had just come in. */
async function restore(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const before = await lockForAction(tx, ctx, 'restore', orderId)
  const cancelled = await getCancelledOrderOrThrow(tx, companyId, orderId)
  if (cancelled.isErased) throw new AppError('conflict', 'The customer’s data of this order have been erased.')
  const status = moveOrder(before.status, 'placed')
  await updateOrder(tx, companyId, orderId, { status, cancelledAt: null, restoredAt: at })
  const { raised, entries } = await recheckOrder(tx, ctx, orderId, cancelled)
  await setFulfillAfter(tx, companyId, [orderId], at)
  await withdrawCancellation(tx, ctx, orderId)
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.restore',
    event: 'order.restored',
    description: 'Taken up again.',
    ...(raised.length > 0 && { reason: `It waits for a person: ${raised.map(({ reason }) => reason).join(' ')}` }),
    before: { status: before.status },
    after: { status },
  })
  await recordTimeline(tx, companyId, entries)
  await publishAttentionChange(tx, ctx)
  await ctx.publishChange(tx, 'inventory')
}

export const restoreOrder = orderAction(restore)

async function recheckOrder(
  tx: Tx,
  ctx: CompanyContext,
  orderId: string,
  cancelled: CancelledOrder,
): Promise<{ raised: AttentionToRaise[]; entries: TimelineEntry[] }> {
  const { companyId, actor } = ctx
  const { lines, amounts, shippedByChannel } = cancelled
  const at = ctx.clock.now()
  const held = await applyOrderChanges(tx, { companyId, revised: [orderId], at })
  const { difference } = priceOrder({ ...amounts, items: lines })
  const { differences, entries } = await updateRedemptions(tx, ctx, { placed: [toClaim(orderId, cancelled)], at })
  const raised: AttentionToRaise[] = [
    ...checkOrders([{ orderId, lines, difference }], held),
    ...(shippedByChannel === null ? [] : [{ orderId, code: 'shipped_by_channel' as const, reason: shippedByChannel }]),
    ...differences.map((item) => ({ ...item, code: 'discount_differs' as const })),
  ]
  await raiseAttention(tx, companyId, at, raised)
  const answered = [{ orderId, code: 'reopened_by_channel' as const }]
  await resolveAttention(tx, companyId, answered, { at, resolution: 'The order was taken up again' })
  return { raised, entries: entries.map((entry) => ({ ...entry, by: actor, at })) }
}

function toClaim(orderId: string, cancelled: CancelledOrder): PromotionClaim {
  const { channelId, placedAt, currency, lines, amounts } = cancelled
  const { codes, areInPrices } = parsePromotionSummary(cancelled.promotionSummary)
  const promotions = { codes, discount: amounts.discountAmount, isInPrices: areInPrices, cartReference: null }
  return { orderId, channelId, placedAt, currency, lines, ...promotions }
}
