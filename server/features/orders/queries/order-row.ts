import { and, eq, notInArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { endedFulfillments } from '#contract/order-status.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'

/**
 * What an order and its channel show of themselves, in a list and alone. Asked with scalar subqueries: for `exists`
 * PostgreSQL may read all customers rather than those of one page.
 */
export const orderRowFields = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  externalOrderId: orders.externalOrderId,
  customerName: orders.customerName,
  status: orders.status,
  channelId: orders.channelId,
  channelType: channels.type,
  channelName: channels.name,
  totalAmount: orders.total,
  currency: orders.currency,
  placedAt: orders.placedAt,
  isHeld: sql<boolean>`${orders.heldAt} is not null`,
  itemCount: sql<number>`(
    select coalesce(sum(${orderItems.quantity}), 0)::int from ${orderItems}
    where ${and(eq(orderItems.companyId, orders.companyId), eq(orderItems.orderId, orders.id))}
  )`,
  needsAttention: sql<boolean>`coalesce((
    select true from ${attentionItems}
    where ${and(eq(attentionItems.companyId, orders.companyId), eq(attentionItems.orderId, orders.id))}
      and ${attentionItems.resolvedAt} is null
    limit 1
  ), false)`,
  isPartial: sql<boolean>`${orders.partialReason} is not null`,
  transit: sql<OrderRow['transit']>`(
    select case when bool_or(${fulfillments.cancelPurpose} = 'cancel_order') then 'cancelling'
      when bool_or(${fulfillments.cancelPurpose} = 'send_again') then 'resending' else 'sending' end
    from ${fulfillments}
    where ${and(eq(fulfillments.companyId, orders.companyId), eq(fulfillments.orderId, orders.id))}
      and (${fulfillments.status} = 'pending' or (
        ${fulfillments.cancelRequestedAt} is not null and ${notInArray(fulfillments.status, [...endedFulfillments, 'shipped'])}
      ))
    having count(*) > 0
  )`,
  hasShipped: sql<boolean>`${orders.shippedAt} is not null`,
  deliveredAt: orders.deliveredAt,
  reviewRequestedAt: orders.reviewRequestedAt,
  hasEmail: sql<boolean>`coalesce((
    select ${customers.email} is not null from ${customers}
    where ${and(eq(customers.companyId, orders.companyId), eq(customers.id, orders.customerId))}
  ), false)`,
}

export const channelOfOrder = and(eq(channels.companyId, orders.companyId), eq(channels.id, orders.channelId))

/** One order as lists show it, for whoever has just changed it. */
export async function getOrderRowOrThrow(tx: Tx, companyId: string, orderId: string): Promise<OrderRow> {
  const [found] = await tx
    .select(orderRowFields)
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!found) throw orderNotFound()
  return toOrderRow(found)
}

export const orderNotFound = () => new AppError('not_found', 'There is no such order.')

type TimeColumn = 'placedAt' | 'deliveredAt' | 'reviewRequestedAt'
type OrderRecord = Omit<OrderRow, TimeColumn> & {
  placedAt: Date
  deliveredAt: Date | null
  reviewRequestedAt: Date | null
}

export const toOrderRow = <Row extends OrderRecord>({ placedAt, deliveredAt, reviewRequestedAt, ...row }: Row) => ({
  ...row,
  placedAt: placedAt.toISOString(),
  deliveredAt: deliveredAt?.toISOString() ?? null,
  reviewRequestedAt: reviewRequestedAt?.toISOString() ?? null,
})
