import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { joinMessages, type Message, say, type Sentence } from '#contract/i18n.ts'
import { moveOrder } from '#contract/order-status.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { applyOrderChanges } from '#server/features/inventory/holds.ts'
import { withdrawCancellation } from '#server/features/notifications/order-notifications.ts'
import type { PromotionClaim } from '#server/features/promotions/redemptions/attribute-discount.ts'
import { updateRedemptions } from '#server/features/promotions/redemptions/update-redemptions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { type AttentionToRaise, raiseAttention, resolveAttention } from '../attention/attention.ts'
import { checkOrders } from '../attention/rules.ts'
import { type OrderAmounts, priceOrder } from '../intake/amounts.ts'
import { parsePromotionSummary } from '../intake/order-rows.ts'
import { lockForAction, orderAction, recordAction } from '../order-action.ts'
import { orderNotFound, setFulfillAfter, updateOrder } from '../order-queries.ts'
import { recordTimeline, type TimelineEntry } from '../timeline.ts'

export const restoreOrder = orderAction(restore)

/**
 * Moves a cancelled order back to `placed`: its units are held again and all attention rules run as for a new order.
 */
async function restore(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const before = await lockForAction(tx, ctx, 'restore', orderId)
  const cancelled = await getCancelledOrderOrThrow(tx, companyId, orderId)
  if (cancelled.isErased) throw new AppError('conflict', say('The customer’s data in this order has been erased.'))
  const status = moveOrder(before.status, 'placed')
  await updateOrder(tx, companyId, orderId, { status, cancelledAt: null, restoredAt: at })
  const { raised, entries } = await recheckOrder(tx, ctx, orderId, cancelled)
  await setFulfillAfter(tx, companyId, [orderId], at)
  await withdrawCancellation(tx, ctx, orderId)
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.restore',
    event: 'order.restored',
    description: say('Restored.'),
    ...(raised.length > 0 && { reason: attentionNote(raised) }),
    before: { status: before.status },
    after: { status },
  })
  await recordTimeline(tx, companyId, entries)
  await publishAttentionChange(tx, ctx)
  await ctx.publishChange(tx, 'inventory')
}

function attentionNote(raised: readonly AttentionToRaise[]): Message {
  const reasons = raised.map(({ reason }) => reason)
  return say('It needs attention: {reasons}', { reasons: joinMessages(reasons, ' ') })
}

async function recheckOrder(
  tx: Tx,
  ctx: CompanyContext,
  orderId: string,
  cancelled: CancelledOrder,
): Promise<{ raised: AttentionToRaise[]; entries: TimelineEntry[] }> {
  const { companyId, actor } = ctx
  const { lines, amounts, currency, refundedAmount, shippedByChannel } = cancelled
  const at = ctx.clock.now()
  const held = await applyOrderChanges(tx, { companyId, revised: [orderId], at })
  const { difference } = priceOrder({ ...amounts, currency, refundedAmount, items: lines })
  const { differences, entries } = await updateRedemptions(tx, ctx, { placed: toClaims(orderId, cancelled), at })
  const raised: AttentionToRaise[] = [
    ...checkOrders([{ orderId, lines, difference }], held),
    ...(shippedByChannel === null ? [] : [{ orderId, code: 'shipped_by_channel' as const, reason: shippedByChannel }]),
    ...differences.map((item) => ({ ...item, code: 'discount_differs' as const })),
  ]
  await raiseAttention(tx, companyId, at, raised)
  const answered = [{ orderId, code: 'reopened_by_channel' as const }]
  await resolveAttention(tx, companyId, answered, { at, resolution: 'The order was restored' })
  return { raised, entries: entries.map((entry) => ({ ...entry, by: actor, at })) }
}

/** An order that a person entered has no promotions. */
function toClaims(orderId: string, cancelled: CancelledOrder): PromotionClaim[] {
  const { channelId, placedAt, currency, lines, amounts } = cancelled
  if (channelId === null) return []
  const { codes, areInPrices } = parsePromotionSummary(cancelled.promotionSummary)
  const promotions = { codes, discount: amounts.discountAmount, isInPrices: areInPrices, cartReference: null }
  return [{ orderId, channelId, placedAt, currency, lines, ...promotions }]
}

/** What the attention rules need to know of a cancelled order that is restored. */
type CancelledOrder = {
  isErased: boolean
  channelId: string | null
  placedAt: Date
  currency: string
  promotionSummary: unknown
  amounts: OrderAmounts
  refundedAmount: string
  lines: { sku: string; skuId: string | null; quantity: number; unitPrice: string; lineTotal: string }[]
  /** Reason of the latest `shipped_by_channel` attention item. */
  shippedByChannel: Sentence | null
}

async function getCancelledOrderOrThrow(tx: Tx, companyId: string, orderId: string): Promise<CancelledOrder> {
  const { rows } = await tx.execute<Omit<CancelledOrder, 'placedAt'> & { placedAt: string }>(sql`
    select o.erased_at is not null as "isErased", o.channel_id as "channelId", o.placed_at as "placedAt", o.currency,
      o.promotion_summary as "promotionSummary",
      json_build_object('subtotal', o.subtotal::text, 'discountAmount', o.discount_amount::text,
        'shippingAmount', o.shipping_amount::text, 'taxAmount', o.tax_amount::text, 'total', o.total::text) as amounts,
      o.refunded_amount as "refundedAmount",
      array(
        select json_build_object('sku', i.sku, 'skuId', i.sku_id, 'quantity', i.quantity,
          'unitPrice', i.unit_price::text, 'lineTotal', i.total_price::text)
        from order_items i where i.company_id = o.company_id and i.order_id = o.id order by i.position
      ) as lines,
      (
        select coalesce(a.sentence, to_jsonb(a.reason)) from attention_items a
        where a.company_id = o.company_id and a.order_id = o.id and a.code = 'shipped_by_channel'
        order by a.raised_at desc limit 1
      ) as "shippedByChannel"
    from orders o where o.company_id = ${companyId} and o.id = ${orderId}`)
  const [order] = rows
  if (!order) throw orderNotFound()
  return { ...order, placedAt: new Date(order.placedAt) }
}
