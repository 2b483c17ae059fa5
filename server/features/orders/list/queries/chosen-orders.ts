import { and, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { OrderFilter, OrderFlag } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { executePlanned } from '#server/platform/db/planned-once.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { olderThan } from '#server/platform/paging.ts'

export type Choice = Omit<OrderFilter, 'search'>

/** The company's orders that a filter leaves, text aside. */
const isChosen = (companyId: string, { status, channelId, flag }: Choice): SQL | undefined =>
  and(
    eq(orders.companyId, companyId),
    status && eq(orders.status, status),
    channelId ? eq(orders.channelId, channelId) : undefined,
    flag && isFlagged(companyId, flag),
  )

function isFlagged(companyId: string, flag: OrderFlag): SQL {
  switch (flag) {
    case 'held':
      return isNotNull(orders.heldAt)
    case 'partial':
      return isNotNull(orders.partialReason)
    case 'attention':
      return waitsForSomebody(companyId)
  }
}

/** As an array, since few orders wait: PostgreSQL then fetches those, and does not look at each order whether it waits. */
const waitsForSomebody = (companyId: string) => sql`${orders.id} = any(array(
  select ${attentionItems.orderId} from ${attentionItems}
  where ${and(eq(attentionItems.companyId, companyId), isNull(attentionItems.resolvedAt))}
))`

type Span = { cursor: string | undefined; limit: number }

/** The newest of them after the cursor. */
export async function newestOrders(
  tx: Tx,
  companyId: string,
  choice: Choice,
  { cursor, limit }: Span,
): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isChosen(companyId, choice), olderThan(cursor, orders.placedAt, orders.id)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** What is flagged is few: all of it is looked at, once for the page and the total. */
export async function flaggedOrders(
  tx: Tx,
  companyId: string,
  choice: Choice,
  { cursor, limit }: Span,
): Promise<{ total: number; ids: string[] }> {
  const [found] = await executePlanned<{ total: number; ids: string[] }>(
    tx,
    sql`
    with found as materialized (
      select ${orders.id}, ${orders.placedAt} from ${orders} where ${isChosen(companyId, choice)}
    )
    select count(*)::int as total, array(
      select id from found where ${olderThan(cursor, sql`placed_at`, sql`id`) ?? sql`true`}
      order by placed_at desc, id desc limit ${limit}
    ) as ids
    from found`,
  )
  return found ?? { total: 0, ids: [] }
}
