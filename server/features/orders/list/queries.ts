import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderFilter, OrderFlag } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared, preparedVariants } from '#server/platform/db/prepared.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { cursorMoment, cursorValues, decodeCursor, olderThanCursor } from '#server/platform/paging.ts'
import type { StatementVariant } from '../order-counts.ts'
import { isHeldByChannel, isToShip } from '../order-queries.ts'

/** `customerIds`: orders of these customers, who were found by their contact. */
export type ListFilter = Omit<OrderFilter, 'search'> & { customerIds?: readonly string[] | null }

export const variantOf = (
  { status, channelId, flag, customerIds }: ListFilter,
  cursor: string | undefined,
): StatementVariant => ({
  flag,
  hasStatus: status !== undefined,
  hasChannel: channelId !== undefined,
  hasCustomers: Boolean(customerIds),
  hasCursor: cursor !== undefined,
})

export type PageSpan = { cursor: string | undefined; limit: number }

export const parametersOf = (
  companyId: string,
  { status, channelId, customerIds }: ListFilter,
  { cursor, limit }: PageSpan,
) => ({
  companyId,
  status,
  channelId,
  customerIds,
  limit,
  ...cursorValues(cursor),
})

/** Orders of the company that match the filter, without search text and cursor. */
export const matchesFilter = ({
  flag,
  hasStatus,
  hasChannel,
  hasCustomers,
}: Omit<StatementVariant, 'hasCursor'>): SQL | undefined =>
  and(
    eq(orders.companyId, companyParameter),
    hasStatus ? eq(orders.status, sql.placeholder('status')) : undefined,
    hasChannel ? eq(orders.channelId, sql.placeholder('channelId')) : undefined,
    hasCustomers ? sql`${orders.customerId} = any(${sql.placeholder('customerIds')}::uuid[])` : undefined,
    flag && isFlagged(flag),
  )

function isFlagged(flag: OrderFlag): SQL {
  switch (flag) {
    case 'to_ship':
      return isToShip
    case 'held':
      return sql`(${orders.heldAt} is not null or ${isHeldByChannel})`
    case 'partial':
      return isNotNull(orders.partialReason)
    case 'attention':
      return hasOpenAttention
  }
}

/** As an array because few orders wait: PostgreSQL then fetches those instead of checking every order. */
const hasOpenAttention = sql`${orders.id} = any(array(
  select ${attentionItems.orderId} from ${attentionItems}
  where ${and(eq(attentionItems.companyId, companyParameter), isNull(attentionItems.resolvedAt))}
))`

export const isAfterCursor = ({ hasCursor }: Pick<StatementVariant, 'hasCursor'>): SQL | undefined =>
  hasCursor ? olderThanCursor(orders.placedAt, orders.id) : undefined

/** The newest matching orders after the cursor. */
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

/** Cursor of a search: end of the previous page, and the total of the first one. */
const SearchKeys = z.tuple([z.int(), z.uuid(), z.int().min(0).optional()])

type Search = OrderFilter & { search: string }

/**
 * Ids of the newest orders that contain all words of a text, by the SQL function `search_orders`, which alone can use the
 * trigram index: row-level security keeps others from it (migration 0029). The global search's `find_orders` looks for the
 * same words (`order_patterns`) in the same documents. Counting frequent texts is slow, so it is done for
 * the first page and carried in the cursor.
 */
export const searchStatement = sql`
  select total::int, ids from search_orders(
    ${sql.placeholder('search')}, ${sql.placeholder('status')}, ${sql.placeholder('channelId')}::uuid, ${sql.placeholder('flag')},
    ${cursorMoment}, ${sql.placeholder('cursorId')}::uuid, ${sql.placeholder('limit')}::int, ${sql.placeholder('isCounted')}
  )`

/** `known` is the total, if the cursor carries it. */
export function searchParameters(
  companyId: string,
  { search, status, channelId, flag }: Search,
  { cursor, limit }: PageSpan,
) {
  const [cursorAt = null, cursorId = null, known] = decodeCursor(cursor, SearchKeys) ?? []
  return {
    known,
    companyId,
    search,
    status: status ?? null,
    channelId: channelId ?? null,
    flag: flag ?? null,
    cursorAt,
    cursorId,
    limit,
    isCounted: known === undefined,
  }
}

const findOrders = prepared<{ ids: string[] }>(() => searchStatement)

/** Without a total. */
export async function searchOrderIds(tx: Tx, companyId: string, search: Search, span: PageSpan): Promise<string[]> {
  const { known: _known, ...values } = searchParameters(companyId, search, span)
  const [found] = await findOrders(tx, { ...values, isCounted: false })
  return found?.ids ?? []
}
