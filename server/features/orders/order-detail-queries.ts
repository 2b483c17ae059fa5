import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { OrderDetail } from '#contract/orders.ts'
import { personNameOf } from '#server/features/auth/accounts.ts'
import { catalogueTitle, shownImageUrl } from '#server/features/products/queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import {
  fulfillmentItems,
  fulfillments,
  packageItems,
  packages,
  shipmentEvents,
} from '#server/platform/db/schema/fulfillment.ts'
import { orderEvents, orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { stockHolds } from '#server/platform/db/schema/stock.ts'
import { channelOfOrder, orderNotFound, orderRowFields } from './order-queries.ts'

/** Newest events only: a channel may repeat itself without end. */
const maxTimelineEvents = 500

/** The order with customer and address; e-mail, phone and street are encrypted. */
export async function getOrderOrThrow(tx: Tx, companyId: string, orderId: string) {
  const [order] = await tx
    .select({
      ...orderRowFields,
      subtotal: orders.subtotal,
      discountAmount: orders.discountAmount,
      shippingAmount: orders.shippingAmount,
      taxAmount: orders.taxAmount,
      amountOrigins: orders.amountOrigins,
      refundedAmount: orders.refundedAmount,
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

/** The channel's title of an order's line, else ours. */
export const shownTitle = sql<
  string | null
>`coalesce(${orderItems.title}, ${catalogueTitle(orderItems.companyId, orderItems.skuId)})`

export async function listItemsOf(tx: Tx, companyId: string, orderId: string) {
  const held = sql<number>`(
    select coalesce(sum(${stockHolds.quantity}), 0)::int from ${stockHolds}
    where ${and(eq(stockHolds.companyId, orderItems.companyId), eq(stockHolds.orderItemId, orderItems.id))}
      and ${stockHolds.endedAt} is null
  )`
  const imageUrl = sql<string | null>`(
    select ${shownImageUrl} from products p where p.company_id = ${skus.companyId} and p.id = ${skus.productId}
  )`
  return tx
    .select({
      id: orderItems.id,
      position: orderItems.position,
      sku: orderItems.sku,
      skuId: orderItems.skuId,
      ownSku: skus.sku,
      externalProductId: orderItems.externalProductId,
      title: shownTitle,
      imageUrl,
      quantity: orderItems.quantity,
      unitPrice: orderItems.unitPrice,
      totalPrice: orderItems.totalPrice,
      properties: sql<OrderDetail['items'][number]['properties']>`coalesce(${orderItems.properties}, '[]')`,
      unitCost: skus.cost,
      held,
    })
    .from(orderItems)
    .leftJoin(skus, and(eq(skus.companyId, orderItems.companyId), eq(skus.id, orderItems.skuId)))
    .where(and(eq(orderItems.companyId, companyId), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
}

/** Open attention items, oldest first. */
export async function listOpenAttentionOf(tx: Tx, companyId: string, orderId: string) {
  const { id, code, reason, sentence, raisedAt, resolvedAt } = attentionItems
  const messageId = sql<string | null>`(
    select d.id from channel_deliveries d
    where ${code} = 'push_back_failed' and d.company_id = ${companyId} and d.order_id = ${orderId} and d.status = 'failed'
    order by d.created_at desc, d.id desc limit 1
  )`
  const waitsForStockSince = sql<string | null>`${attentionItems.details} ->> 'waitsForStockSince'`
  return tx
    .select({ id, code, reason, sentence, raisedAt, messageId, waitsForStockSince })
    .from(attentionItems)
    .where(and(eq(attentionItems.companyId, companyId), eq(attentionItems.orderId, orderId), isNull(resolvedAt)))
    .orderBy(asc(raisedAt), asc(id))
}

/** Oldest first. */
export async function listTimelineOf(tx: Tx, companyId: string, orderId: string) {
  const { id, event, description, reason, sentences, details, actorType, actorName, userId, occurredAt } = orderEvents
  const assignee = sql<string | null>`${personNameOf(sql`(${details} ->> 'assigneeId')::uuid`)}`
  const editedAt = sql<string | null>`${details} ->> 'editedAt'`
  const newest = await tx
    .select({ id, event, description, reason, sentences, assignee, actorType, actorName, userId, occurredAt, editedAt })
    .from(orderEvents)
    .where(and(eq(orderEvents.companyId, companyId), eq(orderEvents.orderId, orderId)))
    .orderBy(desc(occurredAt), desc(id))
    .limit(maxTimelineEvents)
  return newest.toReversed()
}

/** Columns of an address; the street is encrypted. */
export const addressFields = {
  id: customerAddresses.id,
  recipientName: customerAddresses.recipientName,
  line1: customerAddresses.line1,
  line2: customerAddresses.line2,
  city: customerAddresses.city,
  state: customerAddresses.state,
  postalCode: customerAddresses.postalCode,
  country: customerAddresses.country,
}

export const addressOfOrder = and(
  eq(customerAddresses.companyId, orders.companyId),
  eq(customerAddresses.id, orders.shippingAddressId),
)

/** Customer and address of an order, with the channel's own address hash. */
export async function getShippingAddressOrThrow(tx: Tx, companyId: string, orderId: string) {
  const [found] = await tx
    .select({
      customerId: orders.customerId,
      channelAddressHash: orders.channelAddressHash,
      addressHash: customerAddresses.addressHash,
      address: addressFields,
    })
    .from(orders)
    .leftJoin(customerAddresses, addressOfOrder)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!found) throw orderNotFound()
  return found
}

/** Newest events only: carriers may scan a parcel without end. */
const maxShipmentEvents = 500

type SentItem = { orderItemId: string; quantity: number; cancelledQuantity: number; unfulfillableQuantity: number }

/** Attempts of an order with their items, newest first. */
export async function listAttemptsOf(tx: Tx, companyId: string, orderId: string) {
  const items = sql<SentItem[]>`array(
    select json_build_object('orderItemId', ${fulfillmentItems.orderItemId}, 'quantity', ${fulfillmentItems.quantity},
      'cancelledQuantity', ${fulfillmentItems.cancelledQuantity},
      'unfulfillableQuantity', ${fulfillmentItems.unfulfillableQuantity})
    from ${fulfillmentItems}
    where ${eq(fulfillmentItems.companyId, fulfillments.companyId)} and ${eq(fulfillmentItems.fulfillmentId, fulfillments.id)}
    order by ${fulfillmentItems.orderItemId}
  )`
  return tx
    .select({ ...getTableColumns(fulfillments), items })
    .from(fulfillments)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
    .orderBy(desc(fulfillments.attempt))
}

/** Parcels of these attempts with their contents. */
export async function listPackagesOf(tx: Tx, companyId: string, attemptIds: readonly string[]) {
  const items = sql<{ orderItemId: string; quantity: number }[]>`array(
    select json_build_object('orderItemId', ${packageItems.orderItemId}, 'quantity', ${packageItems.quantity})
    from ${packageItems}
    where ${eq(packageItems.companyId, packages.companyId)} and ${eq(packageItems.packageId, packages.id)}
    order by ${packageItems.orderItemId}
  )`
  if (attemptIds.length === 0) return []
  return tx
    .select({ ...getTableColumns(packages), items })
    .from(packages)
    .where(and(eq(packages.companyId, companyId), inArray(packages.fulfillmentId, [...attemptIds])))
    .orderBy(asc(packages.packageNumber))
}

/** Carrier events of these attempts, newest first. */
export async function listShipmentEventsOf(tx: Tx, companyId: string, attemptIds: readonly string[]) {
  if (attemptIds.length === 0) return []
  return tx
    .select()
    .from(shipmentEvents)
    .where(and(eq(shipmentEvents.companyId, companyId), inArray(shipmentEvents.fulfillmentId, [...attemptIds])))
    .orderBy(desc(shipmentEvents.timestamp), desc(shipmentEvents.id))
    .limit(maxShipmentEvents)
}

/** Latest redemption of each promotion; an active one wins over a released one. */
export async function listPromotionsOf(tx: Tx, companyId: string, orderId: string): Promise<OrderDetail['promotions']> {
  const { rows } = await tx.execute<OrderDetail['promotions'][number]>(sql`
    select used.promotion_id as "promotionId", p.title, p.code, used.discount_amount as "discountAmount",
      used.released_at as "releasedAt"
    from (
      select distinct on (promotion_id) id, promotion_id, discount_amount, released_at from promotion_redemptions
      where company_id = ${companyId} and order_id = ${orderId}
      order by promotion_id, released_at desc nulls first
    ) used
    join promotions p on p.company_id = ${companyId} and p.id = used.promotion_id
    order by used.id`)
  return rows.map((used) => ({ ...used, releasedAt: isoOrNull(used.releasedAt) }))
}

type LinkedOrder = { id: string; orderNumber: string }

/** The order that this one replaces, and the orders that replace it. */
export async function listReplacements(tx: Tx, companyId: string, orderId: string) {
  const { rows } = await tx.execute<LinkedOrder & { isOriginal: boolean }>(sql`
    select o.id, o.order_number as "orderNumber", m.order_id = ${orderId} as "isOriginal"
    from manual_orders m join orders o on o.company_id = m.company_id
      and o.id = case when m.order_id = ${orderId} then m.replaces_order_id else m.order_id end
    where m.company_id = ${companyId} and (m.order_id = ${orderId} or m.replaces_order_id = ${orderId})
    order by o.order_number`)
  const link = ({ id, orderNumber }: LinkedOrder): LinkedOrder => ({ id, orderNumber })
  return {
    replaces: rows.filter(({ isOriginal }) => isOriginal).map(link)[0] ?? null,
    replacements: rows.filter(({ isOriginal }) => !isOriginal).map(link),
  }
}
