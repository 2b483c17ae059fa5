import { and, asc, eq, sql } from 'drizzle-orm'
import { isLive, fulfillmentStatuses } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { fulfillmentItems } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { channelOfOrder, orderNotFound } from './order-row.ts'
import { addressFields, addressOfOrder } from './whereabouts.ts'

/** An order with what Amazon is told of it. Street and phone are sealed. */
export type OrderToSend = Awaited<ReturnType<typeof getOrderToSendOrThrow>>

export async function getOrderToSendOrThrow(tx: Tx, companyId: string, orderId: string) {
  const [order] = await tx
    .select({
      channelId: orders.channelId,
      externalOrderId: orders.externalOrderId,
      orderNumber: orders.orderNumber,
      placedAt: orders.placedAt,
      shippingSpeed: orders.shippingSpeed,
      customerName: orders.customerName,
      customer: { id: customers.id, phone: customers.phone },
      address: addressFields,
      channelConfig: channels.config,
    })
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .leftJoin(customers, and(eq(customers.companyId, orders.companyId), eq(customers.id, orders.customerId)))
    .leftJoin(customerAddresses, addressOfOrder)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!order) throw orderNotFound()
  return order
}

/** A line of an order. `code` is what the channel calls its SKU, `sku` what Amazon does: null until somebody has said. */
export type LineToSend = {
  orderItemId: string
  code: string
  sku: string | null
  isAtAmazon: boolean
  /** Units that no attempt to ship has, or had with success. */
  unsent: number
}

const liveStatuses = fulfillmentStatuses.filter(isLive)

export async function listLinesToSend(tx: Tx, companyId: string, orderId: string): Promise<LineToSend[]> {
  const { rows } = await tx.execute<LineToSend>(sql`
    select i.id as "orderItemId", i.sku as code, s.sku, coalesce(s.stock_holder = 'amazon', false) as "isAtAmazon",
      i.quantity - coalesce((
        select sum(f.quantity - f.cancelled_quantity - f.unfulfillable_quantity)
        from fulfillment_items f
        join fulfillments a on a.company_id = f.company_id and a.id = f.fulfillment_id
        where f.company_id = i.company_id and f.order_item_id = i.id and a.status = any(${sql.param(liveStatuses)}::text[])
      ), 0)::int as unsent
    from order_items i
    left join skus s on s.company_id = i.company_id and s.id = i.sku_id
    where i.company_id = ${companyId} and i.order_id = ${orderId}
    order by i.position`)
  return rows
}

/** What an attempt is to ship, by the names that Amazon knows. */
export async function listLinesOfAttempt(tx: Tx, companyId: string, fulfillmentId: string) {
  return tx
    .select({ itemId: orderItems.id, sku: skus.sku, quantity: fulfillmentItems.quantity })
    .from(fulfillmentItems)
    .innerJoin(
      orderItems,
      and(eq(orderItems.companyId, fulfillmentItems.companyId), eq(orderItems.id, fulfillmentItems.orderItemId)),
    )
    .innerJoin(skus, and(eq(skus.companyId, orderItems.companyId), eq(skus.id, orderItems.skuId)))
    .where(and(eq(fulfillmentItems.companyId, companyId), eq(fulfillmentItems.fulfillmentId, fulfillmentId)))
    .orderBy(asc(orderItems.position))
}
