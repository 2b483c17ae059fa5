import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { orderEvents, orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { stockHolds } from '#server/platform/db/schema/stock.ts'
import { channelOfOrder, orderNotFound, orderRowFields } from './order-row.ts'
import { addressFields, addressOfOrder } from './whereabouts.ts'

/** Of a channel that repeats itself without end, what it said last. */
const maxTimelineEvents = 500

/** The order with its customer and address as they are kept: e-mail, phone and street sealed. */
export async function getOrderOrThrow(tx: Tx, companyId: string, orderId: string) {
  const [order] = await tx
    .select({
      ...orderRowFields,
      subtotal: orders.subtotal,
      discountAmount: orders.discountAmount,
      shippingAmount: orders.shippingAmount,
      taxAmount: orders.taxAmount,
      promotionSummary: orders.promotionSummary,
      notes: orders.notes,
      shippingSpeed: orders.shippingSpeed,
      holdReason: orders.holdReason,
      partialReason: orders.partialReason,
      fulfillAfter: orders.fulfillAfter,
      erasedAt: orders.erasedAt,
      customer: {
        id: customers.id,
        email: customers.email,
        firstName: customers.firstName,
        lastName: customers.lastName,
        phone: customers.phone,
      },
      shippingAddress: addressFields,
    })
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .leftJoin(customers, and(eq(customers.companyId, orders.companyId), eq(customers.id, orders.customerId)))
    .leftJoin(customerAddresses, addressOfOrder)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!order) throw orderNotFound()
  return order
}

export async function listItemsOf(tx: Tx, companyId: string, orderId: string) {
  const held = sql<number>`(
    select coalesce(sum(${stockHolds.quantity}), 0)::int from ${stockHolds}
    where ${and(eq(stockHolds.companyId, orderItems.companyId), eq(stockHolds.orderItemId, orderItems.id))}
      and ${stockHolds.endedAt} is null
  )`
  return tx
    .select({
      id: orderItems.id,
      position: orderItems.position,
      sku: orderItems.sku,
      skuId: orderItems.skuId,
      title: orderItems.title,
      quantity: orderItems.quantity,
      unitPrice: orderItems.unitPrice,
      totalPrice: orderItems.totalPrice,
      held,
    })
    .from(orderItems)
    .where(and(eq(orderItems.companyId, companyId), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
}

/** What keeps the order, longest first. */
export async function listOpenAttentionOf(tx: Tx, companyId: string, orderId: string) {
  const { id, code, reason, raisedAt, resolvedAt } = attentionItems
  return tx
    .select({ id, code, reason, raisedAt })
    .from(attentionItems)
    .where(and(eq(attentionItems.companyId, companyId), eq(attentionItems.orderId, orderId), isNull(resolvedAt)))
    .orderBy(asc(raisedAt), asc(id))
}

/** In the order in which things happened. */
export async function listTimelineOf(tx: Tx, companyId: string, orderId: string) {
  const { id, event, description, reason, actorType, actorName, occurredAt } = orderEvents
  const newest = await tx
    .select({ id, event, description, reason, actorType, actorName, occurredAt })
    .from(orderEvents)
    .where(and(eq(orderEvents.companyId, companyId), eq(orderEvents.orderId, orderId)))
    .orderBy(desc(occurredAt), desc(id))
    .limit(maxTimelineEvents)
  return newest.toReversed()
}
