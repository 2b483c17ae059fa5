import { and, eq, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import { asMessage, type Message, say } from '#contract/i18n.ts'
import { endedFulfillments } from '#contract/order-status.ts'
import type { AmountPart, OrderRow } from '#contract/orders.ts'
import { personNameOf } from '#server/features/auth/accounts.ts'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { attentionItems, isNotWaiting } from '#server/platform/db/schema/attention.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orderTags, taggedOrders } from '#server/platform/db/schema/order-tags.ts'
import { orderAssignments } from '#server/platform/db/schema/teamwork.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

/** Whether the channel keeps back an order that has not ended. The same condition is in `orders_matching` (migration 0022). */
export const isHeldByChannel = sql`(${orders.channelHold} is not null and ${orders.status} not in ('cancelled', 'delivered'))`

/**
 * Whether something of an order is to be sent and nobody holds it. The same condition is in `orders_matching`. Written so that PostgreSQL
 * joins two indexes: the one of statuses, and the one of orders that are sent in part.
 */
export const isToShip = sql`(
  (${orders.status} in ('placed', 'acknowledged')
    or (${orders.partialReason} is not null and ${orders.status} in ('sent_to_fulfillment', 'shipped')))
  and ${orders.heldAt} is null and ${orders.channelHold} is null
)`

/** An amount of an order `o`; null where its channel did not say it. */
export const givenAmount = (part: AmountPart): SQL =>
  sql`case when o.amount_origins ->> ${part}::text is distinct from 'not_given' then ${amountColumns[part]} end`

const amountColumns: Record<AmountPart, SQL> = {
  discount: sql`o.discount_amount`,
  shipping: sql`o.shipping_amount`,
  tax: sql`o.tax_amount`,
}

/**
 * Columns of an order row. Scalar subqueries, because for `exists` PostgreSQL may read all customers instead of those
 * of one page.
 */
export const orderRowFields = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  externalOrderId: orders.externalOrderId,
  externalNumber: orders.externalNumber,
  customerName: orders.customerName,
  status: orders.status,
  channelId: orders.channelId,
  channelType: channels.type,
  channelName: channels.name,
  totalAmount: orders.total,
  currency: orders.currency,
  placedAt: orders.placedAt,
  isHeld: sql<boolean>`${orders.heldAt} is not null`,
  channelHold: sql<OrderRow['channelHold']>`case when ${isHeldByChannel}
    then json_build_object('code', ${orders.channelHold}, 'reason', coalesce(${orders.channelHoldReason}, '')) end`,
  itemCount: sql<number>`(
    select coalesce(sum(${orderItems.quantity}), 0)::int from ${orderItems}
    where ${and(eq(orderItems.companyId, orders.companyId), eq(orderItems.orderId, orders.id))}
  )`,
  needsAttention: sql<boolean>`coalesce((
    select true from ${attentionItems}
    where ${and(eq(attentionItems.companyId, orders.companyId), eq(attentionItems.orderId, orders.id))}
      and ${attentionItems.resolvedAt} is null and ${isNotWaiting(sql`${attentionItems}`)}
    limit 1
  ), false)`,
  waitsForStock: sql<boolean>`coalesce((
    select true from ${attentionItems}
    where ${and(eq(attentionItems.companyId, orders.companyId), eq(attentionItems.orderId, orders.id))}
      and ${attentionItems.resolvedAt} is null and not (${isNotWaiting(sql`${attentionItems}`)})
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
  needsOwnShipping: sql<boolean>`coalesce((
    select bool_and(${skus.stockHolder} = 'merchant') from ${orderItems}
    left join ${skus} on ${and(eq(skus.companyId, orderItems.companyId), eq(skus.id, orderItems.skuId))}
    where ${and(eq(orderItems.companyId, orders.companyId), eq(orderItems.orderId, orders.id))}
    having bool_and(${orderItems.skuId} is not null)
  ), false)`,
  isObserving: sql<boolean>`coalesce((
    select ${companySettings.observingSince} is not null from ${companySettings}
    where ${eq(companySettings.companyId, orders.companyId)}
  ), false)`,
  hasShipped: sql<boolean>`${orders.shippedAt} is not null`,
  deliveredAt: orders.deliveredAt,
  reviewRequestedAt: orders.reviewRequestedAt,
  hasEmail: sql<boolean>`coalesce((
    select ${customers.email} is not null from ${customers}
    where ${and(eq(customers.companyId, orders.companyId), eq(customers.id, orders.customerId))}
  ), false)`,
  tags: sql<OrderRow['tags']>`array(
    select json_build_object('id', ${orderTags.id}, 'name', ${orderTags.name}, 'color', ${orderTags.color})
    from ${taggedOrders} join ${orderTags} on ${and(eq(orderTags.companyId, taggedOrders.companyId), eq(orderTags.id, taggedOrders.tagId))}
    where ${and(eq(taggedOrders.companyId, orders.companyId), eq(taggedOrders.orderId, orders.id))}
    order by ${orderTags.nameKey}
  )`,
  assignee: sql<OrderRow['assignee']>`(
    select json_build_object('id', ${orderAssignments.userId}, 'name', coalesce(${personNameOf(orderAssignments.userId)}, 'A former colleague'))
    from ${orderAssignments}
    where ${and(eq(orderAssignments.companyId, orders.companyId), eq(orderAssignments.orderId, orders.id))}
  )`,
}

export const channelOfOrder = and(eq(channels.companyId, orders.companyId), eq(channels.id, orders.channelId))

/** One order as lists show it. */
export async function getOrderRowOrThrow(tx: Tx, companyId: string, orderId: string): Promise<OrderRow> {
  const [found] = await tx
    .select(orderRowFields)
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!found) throw orderNotFound()
  return toOrderRow(found)
}

export const orderNotFound = () => new AppError('not_found', say('This order doesn’t exist.'))

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

/** Locks orders by id, so that concurrent lockers wait instead of deadlocking. */
export async function lockOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx.execute(sql`
    select from orders where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])
    order by id for no key update`)
}

type OrderColumns = Partial<
  Pick<
    typeof orders.$inferSelect,
    | 'status'
    | 'customerId'
    | 'shippingAddressId'
    | 'channelAddressHash'
    | 'heldAt'
    | 'holdReason'
    | 'partialReason'
    | 'fulfillAfter'
    | 'shippedAt'
    | 'deliveredAt'
    | 'cancelledAt'
    | 'restoredAt'
    | 'reviewRequestedAt'
  >
>

/** The caller has locked the order. */
export async function updateOrder(tx: Tx, companyId: string, orderId: string, changes: OrderColumns): Promise<void> {
  await tx
    .update(orders)
    .set(changes)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
}

/** Takes a share lock, so that the order is not erased before the transaction ends. */
export async function isErased(tx: Tx, companyId: string, orderId: string): Promise<boolean> {
  const [order] = await tx
    .select({ erasedAt: orders.erasedAt })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
    .for('share')
  return Boolean(order?.erasedAt)
}

/** Free text may name the customer, and an erased order is never purged again. */
export async function assertNotErased(tx: Tx, companyId: string, orderId: string): Promise<void> {
  if (await isErased(tx, companyId, orderId)) {
    throw new AppError('conflict', say('The customer’s data in this order has been erased.'))
  }
}

/**
 * Schedules automatic fulfillment after the channel's delay, or unschedules it when a person or the channel holds the order, or it has
 * open attention. An order that is scheduled already keeps its time.
 */
export async function setFulfillAfter(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  if (orderIds.length === 0) return
  const defaults = ChannelConfig.parse({})
  await tx.execute(sql`
    with due as (
      select o.id, case when o.status in ('placed', 'acknowledged') and o.held_at is null and o.channel_hold is null
        and coalesce((c.config ->> 'autoFulfill')::boolean, ${defaults.autoFulfill}::boolean)
        and not exists (
          select from attention_items a
          where a.company_id = o.company_id and a.order_id = o.id and a.resolved_at is null
        )
        then coalesce(o.fulfill_after, ${now.toISOString()}::timestamptz + make_interval(
          mins => coalesce((c.config ->> 'autoFulfillDelayMinutes')::int, ${defaults.autoFulfillDelayMinutes}::int)))
        end as at
      from orders o join channels c on c.company_id = o.company_id and c.id = o.channel_id
      where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])
    )
    update orders o set fulfill_after = due.at, updated_at = now() from due
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = due.id and o.fulfill_after is distinct from due.at`)
}

/** Why the channel keeps the order back; null when it may be sent. The caller has locked the order. */
export async function findChannelHoldReason(tx: Tx, companyId: string, orderId: string): Promise<Message | null> {
  const [held] = await tx
    .select({ reason: orders.channelHoldReason })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId), isNotNull(orders.channelHold)))
  return held ? (held.reason === null ? say('The shop has the order on hold.') : asMessage(held.reason)) : null
}

/** Whether all ids are orders of the company. */
/** The ids of a query string, with commas between them. */
export function parseOrderIds(text: string, most: number): string[] {
  const ids = Id.array()
    .min(1)
    .safeParse(text.split(',').map((id) => id.trim()))
  const distinct = [...new Set(ids.data)]
  if (ids.success && distinct.length <= most) return distinct
  const message = say('must be up to {most} ids separated by commas', { most })
  throw new AppError('invalid', say('Choose up to {most} orders.', { most }), [{ field: 'orderIds', message }])
}

export async function areAllOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ found: number }>(sql`
    select count(*)::int as found from orders
    where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])`)
  return rows[0]?.found === orderIds.length
}
