import { type SQL, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OrderFilter, OrderRow, ordersApi } from '#contract/orders.ts'
import { mostCounted, type Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared, preparedVariants, selectColumns } from '#server/platform/db/prepared.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import { isNotWaiting } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { microsecondsOf, toPage, totalIn, withoutTotalRow, type WithTotal } from '#server/platform/paging.ts'
import { selectOrderCount, type StatementVariant } from '../order-counts.ts'
import { channelOfOrder, orderRowFields } from '../order-queries.ts'
import { showChannelHold } from '../personal-data.ts'
import { findContacts } from './find-contacts.ts'
import {
  assertChannelOf,
  findsFew,
  firstMatching,
  inOrder,
  isAfterCursor,
  isIndexed,
  isRefined,
  type ListFilter,
  matchesFilter,
  parametersOf,
  searchedOrders,
  searchParameters,
  searchStatement,
  selectAssignedCount,
  variantOf,
  withOwnId,
} from './queries.ts'
import { sortKeyOf } from './sort.ts'

export async function listOrders(ctx: CompanyContext, asked: OrderQuery): Promise<Page<OrderRow>> {
  const query = withOwnId(ctx, asked)
  const customerIds = await findContacts(ctx, query.search)
  return ctx.read(async (tx) => {
    const [page] = await Promise.all([
      listOrderRows(tx, ctx.companyId, { ...query, customerIds }),
      assertChannelOf(tx, ctx.companyId, query),
    ])
    return { ...page, rows: page.rows.map((row) => showChannelHold(ctx, row)) }
  })
}

type OrderQuery = ParsedInputOf<typeof ordersApi.list>

type ListQuery = OrderQuery & Pick<ListFilter, 'customerIds'>

export const countMatchingOrders = async (
  tx: Tx,
  companyId: string,
  filter: OrderFilter & Pick<ListFilter, 'customerIds'>,
): Promise<number> => (await listOrderRows(tx, companyId, { ...filter, limit: 1 })).total

/** A page of orders with the total, in one round trip. */
async function listOrderRows(tx: Tx, companyId: string, query: ListQuery): Promise<Page<OrderRow>> {
  const { records, counted, carried } = await readPage(tx, companyId, query)
  const page = toPage(withoutTotalRow(records), query.limit, counted, ({ key, id }) => [key, id, ...carried])
  return { ...page, rows: page.rows.map(toRow) }
}

/** Times are text as PostgreSQL writes them. */
type OrderRecord = WithTotal<OrderRow & { key: number | string }>

const toRow = ({ key: _key, counted: _counted, ...row }: OrderRecord): OrderRow => ({
  ...row,
  placedAt: iso(row.placedAt),
  deliveredAt: isoOrNull(row.deliveredAt),
  reviewRequestedAt: isoOrNull(row.reviewRequestedAt),
})

/** `carried` is added to the cursor of the next page. */
async function readPage(tx: Tx, companyId: string, query: ListQuery) {
  const span = { cursor: query.cursor, limit: query.limit + 1 }
  if (isIndexed(query) && isRefined(query)) {
    const values = parametersOf(companyId, query, span)
    const records = await refinedSearchPage(variantOf(query, query.cursor))(tx, values)
    return { records, counted: totalIn(records), carried: [] }
  }
  if (isIndexed(query)) {
    const { known, ...values } = searchParameters(companyId, query, span)
    const records = await searchedPage(tx, values)
    const counted = known ?? totalIn(records)
    return { records, counted, carried: [counted] }
  }
  const pageOf = findsFew(query) ? fewOrdersPage : firstPage
  const records = await pageOf(variantOf(query, query.cursor))(tx, parametersOf(companyId, query, span))
  return { records, counted: totalIn(records), carried: [] }
}

/** `page` selects orders, `counted` their total. */
const rowsOf = (page: SQL, counted: SQL, variant: Pick<StatementVariant, 'sort'> = { sort: undefined }): SQL => sql`
  select (${counted}) as counted, ${selectColumns(orderRowFields)},
    ${variant.sort ? sortKeyOf(variant.sort) : microsecondsOf(orders.placedAt)} as key
  from (values (1)) as one left join (${page}) as orders on true left join ${channels} on ${channelOfOrder}
  order by ${inOrder(variant)}`

const firstPage = preparedVariants<OrderRecord, StatementVariant>((variant) =>
  rowsOf(
    sql`select * ${firstMatching(variant)}`,
    variant.hasFrom || variant.hasTo ? countUpToLimit(variant) : countFromCounters(variant),
    variant,
  ),
)

const countUpToLimit = (variant: StatementVariant): SQL =>
  sql`select count(*)::int from (select from ${orders} where ${matchesFilter(variant)} limit ${mostCounted + 1}) as counted`

/** Of the orders that are assigned to nobody, the counters know only how many there are with the others. */
const countFromCounters = (variant: StatementVariant): SQL =>
  variant.assigned
    ? sql`select (${selectOrderCount(variant)}) - (${selectAssignedCount(variant)})`
    : selectOrderCount(variant)

/** Orders that are flagged, tagged, assigned, or of some customers are few, so one scan serves page and total. */
const fewOrdersPage = preparedVariants<OrderRecord, StatementVariant>(
  (variant) => sql`
  with found as materialized (select * from ${orders} where ${matchesFilter(variant)})
  ${pageOfFound(variant)}`,
)

const refinedSearchPage = preparedVariants<OrderRecord, StatementVariant>(
  (variant) => sql`with found as materialized (${searchedOrders(variant)}) ${pageOfFound(variant)}`,
)

const pageOfFound = (variant: StatementVariant): SQL =>
  rowsOf(
    sql`select * from found as orders where ${isAfterCursor(variant) ?? sql`true`}
      order by ${inOrder(variant)} limit ${sql.placeholder('limit')}`,
    sql`select count(*)::int from found`,
    variant,
  )

const searchedPage = prepared<OrderRecord>(
  () => sql`
  with found as materialized (${searchStatement})
  ${rowsOf(
    sql`select * from ${orders} where ${orders.companyId} = ${companyParameter} and ${orders.id} = any((select ids from found)::uuid[])`,
    sql`select total from found`,
  )}`,
)

/** Number on the menu badge. */
export async function countWaiting(ctx: CompanyContext): Promise<{ waiting: number }> {
  return ctx.read(async (tx) => ({ waiting: await countOpenSubjects(tx, ctx.companyId) }))
}

const openItems = sql`from attention_items where company_id = ${companyParameter} and resolved_at is null
  and ${isNotWaiting(sql`attention_items`)}`

const openSubjects = prepared<{ waiting: number }>(
  () => sql`
  select (
    (select count(distinct order_id) ${openItems}) + (select count(distinct webhook_event_id) ${openItems})
  )::int as waiting`,
)

/** Counts each waiting order or delivery once. Each kind has an index of its open items. */
export async function countOpenSubjects(tx: Tx, companyId: string): Promise<number> {
  const [counted] = await openSubjects(tx, { companyId })
  return counted?.waiting ?? 0
}
