import { and, eq, isNotNull, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderFilter, OrderFlag, OrderSort } from '#contract/orders.ts'
import { mostCounted } from '#contract/paging.ts'
import { noChannel } from '#contract/order-numbers.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared, preparedVariants } from '#server/platform/db/prepared.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orderAssignments } from '#server/platform/db/schema/teamwork.ts'
import { taggedOrders } from '#server/platform/db/schema/order-tags.ts'
import { orders, orderSearch } from '#server/platform/db/schema/orders.ts'
import { cursorMoment, cursorValues, decodeCursor, olderThanCursor } from '#server/platform/paging.ts'
import { sortedCursorValues } from '#server/platform/sorting.ts'
import { channelFormOf, isOfChannel, type StatementVariant } from '../order-counts.ts'
import { isHeldByChannel, isToShip } from '../order-queries.ts'
import { followsInSort, sortedBy } from './sort.ts'

/** `customerIds`: orders of these customers, who were found by their contact. `assignee` is nobody or the id of a person. */
export type ListFilter = OrderFilter & { customerIds?: readonly string[] | null }

/** Names whoever is signed in by their id. */
export const withOwnId = <Filter extends OrderFilter>(ctx: CompanyContext, filter: Filter): Filter =>
  filter.assignee === 'me' && ctx.actor.type === 'user' ? { ...filter, assignee: ctx.actor.userId } : filter

/** Whether the filter itself finds few orders, so that one scan serves page and total. */
export const findsFew = ({ flag, tagId, assignee, customerIds }: ListFilter): boolean =>
  flag !== undefined || tagId !== undefined || Boolean(customerIds) || isOfPerson(assignee)

const isOfPerson = (assignee: ListFilter['assignee']) => assignee !== undefined && assignee !== 'nobody'

/** Whether a search looks its words up in the index. Of the few orders of a tag or a person, each is compared with them instead. */
export const isIndexed = (filter: ListFilter): filter is ListFilter & { search: string } =>
  Boolean(filter.search) && !filter.customerIds && filter.tagId === undefined && !isOfPerson(filter.assignee)

export const variantOf = (
  { search, status, channelId, flag, tagId, assignee, customerIds, from, to, sort }: SortedFilter,
  cursor: string | undefined,
): StatementVariant => ({
  flag,
  hasStatus: status !== undefined,
  channel: channelFormOf(channelId),
  hasCustomers: Boolean(customerIds),
  hasTag: tagId !== undefined,
  assigned: assignee === undefined ? undefined : assignee === 'nobody' ? 'nobody' : 'person',
  hasWords: Boolean(search) && !customerIds,
  hasFrom: from !== undefined,
  hasTo: to !== undefined,
  sort,
  hasCursor: cursor !== undefined,
})

type SortedFilter = ListFilter & { sort?: OrderSort | undefined }

/** A channel that a filter names is the company's. */
export async function assertChannelOf(tx: Tx, companyId: string, { channelId }: Pick<OrderFilter, 'channelId'>) {
  if (channelFormOf(channelId) === 'one' && channelId) await getChannelOrThrow(tx, companyId, channelId)
}

export type PageSpan = { cursor: string | undefined; limit: number }

export const parametersOf = (
  companyId: string,
  { search, status, channelId, tagId, assignee, customerIds, from, to, sort }: SortedFilter,
  { cursor, limit }: PageSpan,
) => ({
  companyId,
  search,
  tagId,
  assignee,
  status,
  channelId,
  customerIds,
  from,
  to,
  limit,
  ...(sort ? sortedCursorValues(cursor) : cursorValues(cursor)),
})

/** Orders of the company that match the filter, without cursor. */
export const matchesFilter = ({
  flag,
  hasStatus,
  channel,
  hasCustomers,
  hasTag,
  assigned,
  hasWords,
  hasFrom,
  hasTo,
}: Omit<StatementVariant, 'hasCursor' | 'sort'>): SQL | undefined =>
  and(
    eq(orders.companyId, companyParameter),
    hasStatus ? eq(orders.status, sql.placeholder('status')) : undefined,
    isOfChannel(orders.channelId, channel),
    hasCustomers ? sql`${orders.customerId} = any(${sql.placeholder('customerIds')}::uuid[])` : undefined,
    hasTag ? isTagged : undefined,
    assigned && (assigned === 'nobody' ? isAssignedToNobody : isAssigned),
    hasFrom ? sql`${orders.placedAt} >= ${startOfDay(sql.placeholder('from'))}` : undefined,
    hasTo ? sql`${orders.placedAt} < ${startOfDay(sql.placeholder('to'), 1)}` : undefined,
    flag && isFlagged(flag),
    hasWords ? containsWords : undefined,
  )

/** The start of a day in the company's time zone, or of a later one. */
const startOfDay = (
  day: SQLWrapper,
  daysLater = 0,
): SQL => sql`((${day}::date + ${daysLater}::int)::timestamp at time zone
  coalesce((select s.time_zone from company_settings s where s.company_id = ${companyParameter}), 'UTC'))`

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

/** As an array for the same reason. */
const isTagged = sql`${orders.id} = any(array(
  select ${taggedOrders.orderId} from ${taggedOrders}
  where ${and(eq(taggedOrders.companyId, companyParameter), eq(taggedOrders.tagId, sql.placeholder('tagId')))}
))`

const isAssigned = sql`${orders.id} = any(array(
  select ${orderAssignments.orderId} from ${orderAssignments}
  where ${and(eq(orderAssignments.companyId, companyParameter), eq(orderAssignments.userId, sql.placeholder('assignee')))}
))`

/** A scalar subquery, so that the newest orders are looked up one by one. */
const isAssignedToNobody = sql`(
  select true from ${orderAssignments}
  where ${and(eq(orderAssignments.companyId, companyParameter), eq(orderAssignments.orderId, orders.id))}
) is null`

/** Number of assigned orders of the filter's status and channel, each looked up by its key. */
export const selectAssignedCount = ({
  hasStatus,
  channel,
}: Pick<StatementVariant, 'hasStatus' | 'channel'>): SQL => sql`
  select count(*)::int from ${orderAssignments} where ${and(
    eq(orderAssignments.companyId, companyParameter),
    hasStatus ? sql`${ofAssigned(orders.status)} = ${sql.placeholder('status')}` : undefined,
    isOfChannel(ofAssigned(orders.channelId), channel),
  )}`

const ofAssigned = (column: SQLWrapper) => sql`(
  select ${column} from ${orders}
  where ${and(eq(orders.companyId, orderAssignments.companyId), eq(orders.id, orderAssignments.orderId))}
)`

/** A scalar subquery, so that the text of each order is looked up by its key, after all other conditions. */
const containsWords = sql`coalesce((
  select ${orderSearch.document} ilike all(order_patterns(${sql.placeholder('search')})) from ${orderSearch}
  where ${and(eq(orderSearch.companyId, companyParameter), eq(orderSearch.orderId, orders.id))}
), false)`

export function isAfterCursor({ hasCursor, sort }: Pick<StatementVariant, 'hasCursor' | 'sort'>): SQL | undefined {
  if (!hasCursor) return undefined
  return sort ? followsInSort(sort) : olderThanCursor(orders.placedAt, orders.id)
}

export const inOrder = ({ sort }: Pick<StatementVariant, 'sort'>): SQL =>
  sort ? sortedBy(sort) : sql`${orders.placedAt} desc, ${orders.id} desc`

/** The first matching orders after the cursor. */
export const firstMatching = (variant: StatementVariant): SQL => sql`
  from ${orders} where ${and(matchesFilter(variant), isAfterCursor(variant))}
  order by ${inOrder(variant)} limit ${sql.placeholder('limit')}`

const firstIds = preparedVariants<{ id: string }, StatementVariant>(
  (variant) => sql`select ${orders.id} ${firstMatching(variant)}`,
)

export async function listNewestOrderIds(
  tx: Tx,
  companyId: string,
  filter: ListFilter,
  span: PageSpan,
): Promise<string[]> {
  const rows = await firstIds(variantOf(filter, span.cursor))(tx, parametersOf(companyId, filter, span))
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

/** The newest orders that a search finds, of which others are then left out or sorted. */
export const searchedOrders = (variant: StatementVariant): SQL => sql`
  select * from ${orders} where ${matchesFilter({ ...variant, hasWords: false })} and ${orders.id} = any((
    select ids from search_orders(${sql.placeholder('search')}, ${variant.hasStatus ? sql.placeholder('status') : sql`null`},
      ${variant.channel === 'one' ? sql.placeholder('channelId') : sql`null`}::uuid, ${variant.flag ?? null}::text, null, null, ${mostCounted}::int, false)
  )::uuid[])`

type Refinement = Pick<SortedFilter, 'from' | 'to' | 'sort' | 'assignee' | 'channelId'>

/** Whether a search does more than list the newest orders with its words. */
export const isRefined = ({ from, to, sort, assignee, channelId }: Refinement): boolean =>
  Boolean(from ?? to ?? sort ?? assignee) || channelId === noChannel

const findOrders = prepared<{ ids: string[] }>(() => searchStatement)

const findRefined = preparedVariants<{ id: string }, StatementVariant>(
  (variant) => sql`
  with found as materialized (${searchedOrders(variant)})
  select ${orders.id} from found as orders where ${isAfterCursor(variant) ?? sql`true`}
  order by ${inOrder(variant)} limit ${sql.placeholder('limit')}`,
)

async function searchOrderIds(tx: Tx, companyId: string, search: Search, span: PageSpan): Promise<string[]> {
  if (isRefined(search)) {
    const values = parametersOf(companyId, search, span)
    return (await findRefined(variantOf(search, span.cursor))(tx, values)).map(({ id }) => id)
  }
  const { known: _known, ...values } = searchParameters(companyId, search, span)
  const [found] = await findOrders(tx, { ...values, isCounted: false })
  return found?.ids ?? []
}

/** A filter whose search text has been looked up among the contacts of customers (find-contacts.ts). */
export type WantedOrders = OrderFilter & Pick<ListFilter, 'customerIds'>

/** Ids of the newest orders after the cursor. */
export async function listOrderIds(tx: Tx, companyId: string, filter: WantedOrders, span: PageSpan): Promise<string[]> {
  if (isIndexed(filter)) return searchOrderIds(tx, companyId, filter, span)
  return listNewestOrderIds(tx, companyId, filter, span)
}
