import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { fulfillmentItems, fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { lockOrders } from './lock-orders.ts'
import { channelOfOrder, orderNotFound } from './order-row.ts'

/** An order with all attempts to ship it. The customer's e-mail and phone are sealed. */
export type SentOrder = Awaited<ReturnType<typeof readSentOrder>>
export type Attempt = SentOrder['attempts'][number]

/** Locked, so that nobody else decides about the order or its attempts meanwhile. */
export async function lockSentOrder(tx: Tx, companyId: string, orderId: string): Promise<SentOrder> {
  await lockOrders(tx, companyId, [orderId])
  return readSentOrder(tx, companyId, orderId)
}

/** The same, found by one of its attempts. */
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
  if (!order || !attempt) throw new AppError('not_found', 'There is no such fulfillment.')
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
