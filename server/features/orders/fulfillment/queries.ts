import { and, asc, desc, eq, max, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { fulfillmentStatuses, isLive } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { fulfillmentItems, fulfillments, type packages } from '#server/platform/db/schema/fulfillment.ts'
import { manualOrders, orderEvents, orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { addressFields, addressOfOrder } from '../order-detail-queries.ts'
import { channelOfOrder, lockOrders, orderNotFound } from '../order-queries.ts'
import { sellerFulfillmentOrderId } from './amazon-order-id.ts'

/** An order with all its attempts. The customer's e-mail and phone are encrypted. */
export type SentOrder = Awaited<ReturnType<typeof readSentOrder>>

export type Attempt = SentOrder['attempts'][number]

export type AttemptItem = Attempt['items'][number]

export type Parcel = typeof packages.$inferSelect

/** Locks the order and its attempts. */
export async function lockSentOrder(tx: Tx, companyId: string, orderId: string): Promise<SentOrder> {
  await lockOrders(tx, companyId, [orderId])
  return readSentOrder(tx, companyId, orderId)
}

/** Locks the order that the attempt belongs to, with all its attempts. */
export async function lockAttempt(
  tx: Tx,
  companyId: string,
  fulfillmentId: string,
): Promise<{ order: SentOrder; attempt: Attempt }> {
  const [found] = await tx
    .select({ orderId: fulfillments.orderId })
    .from(fulfillments)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.id, fulfillmentId)))
  const order = found && (await lockSentOrder(tx, companyId, found.orderId))
  const attempt = order?.attempts.find(({ id }) => id === fulfillmentId)
  if (!order || !attempt) throw new AppError('not_found', say('This fulfillment doesn’t exist.'))
  return { order, attempt }
}

async function readSentOrder(tx: Tx, companyId: string, orderId: string) {
  const [order] = await tx
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      total: orders.total,
      currency: orders.currency,
      partialReason: orders.partialReason,
      channelName: channels.name,
      channelConfig: channels.config,
      messagesCustomer: manualOrders.messagesCustomer,
      customer: {
        id: customers.id,
        email: customers.email,
        phone: customers.phone,
        firstName: customers.firstName,
      },
    })
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .leftJoin(customers, and(eq(customers.companyId, orders.companyId), eq(customers.id, orders.customerId)))
    .leftJoin(manualOrders, and(eq(manualOrders.companyId, orders.companyId), eq(manualOrders.orderId, orders.id)))
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!order) throw orderNotFound()
  const lines = await tx
    .select({
      id: orderItems.id,
      sku: orderItems.sku,
      externalItemId: orderItems.externalItemId,
      quantity: orderItems.quantity,
    })
    .from(orderItems)
    .where(and(eq(orderItems.companyId, companyId), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
  return { ...order, lines, attempts: await lockAttemptsOf(tx, companyId, orderId) }
}

async function lockAttemptsOf(tx: Tx, companyId: string, orderId: string) {
  const attempts = await tx
    .select()
    .from(fulfillments)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
    .orderBy(asc(fulfillments.attempt))
    .for('no key update')
  const items = await tx
    .select({
      fulfillmentId: fulfillmentItems.fulfillmentId,
      orderItemId: fulfillmentItems.orderItemId,
      quantity: fulfillmentItems.quantity,
      cancelledQuantity: fulfillmentItems.cancelledQuantity,
      unfulfillableQuantity: fulfillmentItems.unfulfillableQuantity,
    })
    .from(fulfillmentItems)
    .innerJoin(
      fulfillments,
      and(eq(fulfillments.companyId, fulfillmentItems.companyId), eq(fulfillments.id, fulfillmentItems.fulfillmentId)),
    )
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
  return attempts.map((attempt) => ({
    ...attempt,
    items: items.filter(({ fulfillmentId }) => fulfillmentId === attempt.id),
  }))
}

export type AttemptChanges = Partial<Omit<Attempt, 'companyId' | 'id' | 'orderId' | 'items'>>

export async function updateAttempt(tx: Tx, { companyId, id }: Attempt, changes: AttemptChanges): Promise<void> {
  await tx
    .update(fulfillments)
    .set(changes)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.id, id)))
}

export async function updateUnfulfillable(tx: Tx, { companyId }: Attempt, item: AttemptItem): Promise<void> {
  const { fulfillmentId, orderItemId, cancelledQuantity, unfulfillableQuantity } = item
  await tx
    .update(fulfillmentItems)
    .set({ cancelledQuantity, unfulfillableQuantity })
    .where(
      and(
        eq(fulfillmentItems.companyId, companyId),
        eq(fulfillmentItems.fulfillmentId, fulfillmentId),
        eq(fulfillmentItems.orderItemId, orderItemId),
      ),
    )
}

type NewAttempt = Pick<typeof fulfillments.$inferInsert, 'shippingSpeed' | 'isBulk'> & {
  companyId: string
  orderId: string
  channelId: string | null
  externalOrderId: string
  integrationId: string
  marketplaceId: string
  at: Date
  lines: readonly { orderItemId: string; quantity: number }[]
}

/** The caller has locked the order: the attempt gets the order's next number, and with it the next Amazon order id. */
export async function insertAttempt(tx: Tx, { channelId, externalOrderId, lines, at, ...columns }: NewAttempt) {
  const { companyId, orderId } = columns
  const id = newId()
  const attempt = (await lastAttemptNumber(tx, companyId, orderId)) + 1
  const externalFulfillmentId = sellerFulfillmentOrderId({ channelId, externalOrderId }, attempt)
  const row = { ...columns, id, attempt, externalFulfillmentId, createdAt: at, nextCheckAt: at }
  await tx.insert(fulfillments).values(row)
  const items = lines.map(({ orderItemId, quantity }) => ({ companyId, fulfillmentId: id, orderItemId, quantity }))
  await insertRows(tx, fulfillmentItems, items)
  return { id, externalFulfillmentId }
}

type NewOwnAttempt = Pick<NewAttempt, 'companyId' | 'orderId' | 'shippingSpeed' | 'at' | 'lines'> & {
  externalFulfillmentId: string
  carrier: string
  trackingNumber: string
}

/** A parcel that the seller has shipped himself, as an attempt that is shipped already; nobody is asked for its status. */
export async function insertOwnAttempt(
  tx: Tx,
  { lines, at, trackingNumber, ...columns }: NewOwnAttempt,
): Promise<string> {
  const { companyId, orderId } = columns
  const id = newId()
  const attempt = (await lastAttemptNumber(tx, companyId, orderId)) + 1
  const shipped = { provider: 'seller', status: 'shipped' } as const
  const row = { ...columns, ...shipped, id, attempt, trackingNumbers: [trackingNumber], createdAt: at, updatedAt: at }
  await tx.insert(fulfillments).values(row)
  const items = lines.map(({ orderItemId, quantity }) => ({ companyId, fulfillmentId: id, orderItemId, quantity }))
  await insertRows(tx, fulfillmentItems, items)
  return id
}

/** Number of the latest attempt; 0 without any. */
export async function lastAttemptNumber(tx: Tx, companyId: string, orderId: string): Promise<number> {
  const [last] = await tx
    .select({ attempt: max(fulfillments.attempt) })
    .from(fulfillments)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
  return last?.attempt ?? 0
}

/** An order with everything a submission contains. Street and phone are encrypted. */
export type OrderToSend = Awaited<ReturnType<typeof getOrderToSendOrThrow>>

export async function getOrderToSendOrThrow(tx: Tx, companyId: string, orderId: string) {
  const [order] = await tx
    .select({
      channelId: orders.channelId,
      externalOrderId: orders.externalOrderId,
      orderNumber: orders.orderNumber,
      placedAt: orders.placedAt,
      restoredAt: orders.restoredAt,
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

export async function listOrderedUnits(tx: Tx, companyId: string, orderId: string) {
  return tx
    .select({ externalItemId: orderItems.externalItemId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(and(eq(orderItems.companyId, companyId), eq(orderItems.orderId, orderId)))
}

/** A line of an order. `code` is the channel's SKU code, `sku` ours: null while unmapped. */
export type LineToSend = {
  orderItemId: string
  code: string
  sku: string | null
  isAtAmazon: boolean
  /** Units that are in no live attempt. */
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

/** Lines of an attempt with the SKUs that Amazon knows. */
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

/** Why a person last asked Amazon to cancel the order; null when no reason was given. */
export async function findCancelReason(tx: Tx, companyId: string, orderId: string): Promise<string | null> {
  const [asked] = await tx
    .select({ reason: orderEvents.reason })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.companyId, companyId),
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.event, 'fulfillment.cancel_requested'),
      ),
    )
    .orderBy(desc(orderEvents.occurredAt), desc(orderEvents.id))
    .limit(1)
  return asked?.reason ?? null
}
