import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OrderRow, ordersApi } from '#contract/orders.ts'
import type { Page } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containing } from '#server/platform/db/matching.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

export type OrderQuery = ParsedInputOf<typeof ordersApi.list>

/** What an order and its channel show of themselves, in a list and alone. */
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
    select count(*)::int from ${orderItems}
    where ${and(eq(orderItems.companyId, orders.companyId), eq(orderItems.orderId, orders.id))}
  )`,
  needsAttention: sql<boolean>`exists (
    select from ${attentionItems}
    where ${and(eq(attentionItems.companyId, orders.companyId), eq(attentionItems.orderId, orders.id))}
      and ${attentionItems.resolvedAt} is null
  )`,
}

export const channelOfOrder = and(eq(channels.companyId, orders.companyId), eq(channels.id, orders.channelId))

export async function listOrderRows(tx: Tx, companyId: string, query: OrderQuery): Promise<Page<OrderRow>> {
  const { total, which } = await (query.search ? searchOrders : allOrders)(tx, companyId, query)
  const found = await tx
    .select({ ...orderRowFields, key: microsecondsOf(orders.placedAt) })
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .where(and(eq(orders.companyId, companyId), which))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(query.limit + 1)
  const page = toPage(found, query.limit, total, (row) => [row.key, row.id])
  return {
    ...page,
    rows: page.rows.map(({ key: _key, placedAt, ...row }) => ({ ...row, placedAt: placedAt.toISOString() })),
  }
}

type Found = { total: number; which: SQL | undefined }

const chosen = (companyId: string, { status, channelId }: Pick<OrderQuery, 'status' | 'channelId'>) =>
  and(
    eq(orders.companyId, companyId),
    status && eq(orders.status, status),
    channelId ? eq(orders.channelId, channelId) : undefined,
  )

async function allOrders(tx: Tx, companyId: string, query: OrderQuery): Promise<Found> {
  const which = chosen(companyId, query)
  const [counted] = await tx.select({ total: count() }).from(orders).where(which)
  return { total: counted?.total ?? 0, which: and(which, olderThan(query.cursor, orders.placedAt, orders.id)) }
}

/** No index finds what contains a text, so all orders are looked through, once for the page and the total. */
async function searchOrders(tx: Tx, companyId: string, query: OrderQuery): Promise<Found> {
  const matches = containing(query.search, orders.externalOrderId, orders.customerName)
  const { rows } = await tx.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select id, placed_at from ${orders} where ${and(chosen(companyId, query), matches)}
    )
    select count(*)::int as total, array(
      select id from found where ${olderThan(query.cursor, sql`placed_at`, sql`id`) ?? sql`true`}
      order by placed_at desc, id desc limit ${query.limit + 1}
    ) as ids
    from found`)
  const { total, ids } = rows[0] ?? { total: 0, ids: [] }
  return { total, which: inArray(orders.id, ids) }
}
