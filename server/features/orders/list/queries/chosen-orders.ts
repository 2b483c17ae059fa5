import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { OrderFilter, OrderFlag } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, preparedVariants } from '#server/platform/db/prepared.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { cursorValues, olderThanCursor } from '#server/platform/paging.ts'

export type ListFilter = Omit<OrderFilter, 'search'>

/** Which conditions a statement has; what they compare with is told when it runs. */
export type StatementVariant = {
  flag: OrderFlag | undefined
  hasStatus: boolean
  hasChannel: boolean
  hasCursor: boolean
}

export const variantOf = ({ status, channelId, flag }: ListFilter, cursor: string | undefined): StatementVariant => ({
  flag,
  hasStatus: status !== undefined,
  hasChannel: channelId !== undefined,
  hasCursor: cursor !== undefined,
})

export type PageSpan = { cursor: string | undefined; limit: number }

export const parametersOf = (companyId: string, { status, channelId }: ListFilter, { cursor, limit }: PageSpan) => ({
  companyId,
  status,
  channelId,
  limit,
  ...cursorValues(cursor),
})

/** The company's orders that a filter leaves, text and cursor aside. */
export const matchesFilter = ({ flag, hasStatus, hasChannel }: Omit<StatementVariant, 'hasCursor'>): SQL | undefined =>
  and(
    eq(orders.companyId, companyParameter),
    hasStatus ? eq(orders.status, sql.placeholder('status')) : undefined,
    hasChannel ? eq(orders.channelId, sql.placeholder('channelId')) : undefined,
    flag && isFlagged(flag),
  )

function isFlagged(flag: OrderFlag): SQL {
  switch (flag) {
    case 'held':
      return isNotNull(orders.heldAt)
    case 'partial':
      return isNotNull(orders.partialReason)
    case 'attention':
      return hasOpenAttention
  }
}

/** As an array, since few orders wait: PostgreSQL then fetches those, and does not look at each order whether it waits. */
const hasOpenAttention = sql`${orders.id} = any(array(
  select ${attentionItems.orderId} from ${attentionItems}
  where ${and(eq(attentionItems.companyId, companyParameter), isNull(attentionItems.resolvedAt))}
))`

export const isAfterCursor = ({ hasCursor }: Pick<StatementVariant, 'hasCursor'>): SQL | undefined =>
  hasCursor ? olderThanCursor(orders.placedAt, orders.id) : undefined

/** The newest of them after the cursor. */
export const newestFirst = (variant: StatementVariant): SQL => sql`
  from ${orders} where ${and(matchesFilter(variant), isAfterCursor(variant))}
  order by ${orders.placedAt} desc, ${orders.id} desc limit ${sql.placeholder('limit')}`

const newestIds = preparedVariants<{ id: string }, StatementVariant>(
  (variant) => sql`select ${orders.id} ${newestFirst(variant)}`,
)

export async function listNewestOrderIds(
  tx: Tx,
  companyId: string,
  filter: ListFilter,
  span: PageSpan,
): Promise<string[]> {
  const rows = await newestIds(variantOf(filter, span.cursor))(tx, parametersOf(companyId, filter, span))
  return rows.map(({ id }) => id)
}
