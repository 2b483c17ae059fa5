import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { OrderAmounts } from '../take-in/amounts.ts'
import { orderNotFound } from './order-row.ts'

/** What a cancelled order is judged by when somebody takes it up again. */
export type CancelledOrder = {
  isErased: boolean
  channelId: string
  placedAt: Date
  currency: string
  promotionSummary: unknown
  amounts: OrderAmounts
  lines: { sku: string; skuId: string | null; quantity: number; unitPrice: string }[]
  /** In which words its channel was last said to have shipped it by itself. */
  shippedByChannel: string | null
}

export async function getCancelledOrderOrThrow(tx: Tx, companyId: string, orderId: string): Promise<CancelledOrder> {
  const { rows } = await tx.execute<Omit<CancelledOrder, 'placedAt'> & { placedAt: string }>(sql`
    select o.erased_at is not null as "isErased", o.channel_id as "channelId", o.placed_at as "placedAt", o.currency,
      o.promotion_summary as "promotionSummary",
      json_build_object('subtotal', o.subtotal::text, 'discountAmount', o.discount_amount::text,
        'shippingAmount', o.shipping_amount::text, 'taxAmount', o.tax_amount::text, 'total', o.total::text) as amounts,
      array(
        select json_build_object('sku', i.sku, 'skuId', i.sku_id, 'quantity', i.quantity,
          'unitPrice', i.unit_price::text)
        from order_items i where i.company_id = o.company_id and i.order_id = o.id order by i.position
      ) as lines,
      (
        select a.reason from attention_items a
        where a.company_id = o.company_id and a.order_id = o.id and a.code = 'shipped_by_channel'
        order by a.raised_at desc limit 1
      ) as "shippedByChannel"
    from orders o where o.company_id = ${companyId} and o.id = ${orderId}`)
  const [order] = rows
  if (!order) throw orderNotFound()
  return { ...order, placedAt: new Date(order.placedAt) }
}
