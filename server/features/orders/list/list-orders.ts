import { type SQL, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OrderFilter, OrderRow, ordersApi } from '#contract/orders.ts'
import type { Page } from '#contract/paging.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared, preparedVariants, selectColumns } from '#server/platform/db/prepared.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import { isNotWaiting } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { seesMasked } from '#server/platform/redaction.ts'
import { microsecondsOf, toPage, totalIn, withoutTotalRow, type WithTotal } from '#server/platform/paging.ts'
import { selectOrderCount, type StatementVariant } from '../order-counts.ts'
import { channelOfOrder, orderRowFields } from '../order-queries.ts'
import { maskChannelHold } from '../personal-data.ts'
import { findContacts } from './find-contacts.ts'
import {
  isAfterCursor,
  type ListFilter,
  matchesFilter,
  newestFirst,
  parametersOf,
  searchParameters,
  searchStatement,
  variantOf,
} from './queries.ts'

export async function listOrders(ctx: CompanyContext, query: OrderQuery): Promise<Page<OrderRow>> {
  const customerIds = await findContacts(ctx, query.search)
  return ctx.read(async (tx) => {
    const [page] = await Promise.all([
      listOrderRows(tx, ctx.companyId, { ...query, customerIds }),
      query.channelId && getChannelOrThrow(tx, ctx.companyId, query.channelId),
    ])
    return seesMasked(ctx) ? { ...page, rows: page.rows.map(maskChannelHold) } : page
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
type OrderRecord = WithTotal<OrderRow & { key: number }>

const toRow = ({ key: _key, counted: _counted, ...row }: OrderRecord): OrderRow => ({
  ...row,
  placedAt: iso(row.placedAt),
  deliveredAt: isoOrNull(row.deliveredAt),
  reviewRequestedAt: isoOrNull(row.reviewRequestedAt),
})

/** `carried` is added to the cursor of the next page. */
async function readPage(tx: Tx, companyId: string, query: ListQuery) {
  const span = { cursor: query.cursor, limit: query.limit + 1 }
  const { search, customerIds } = query
  if (search && !customerIds) {
    const { known, ...values } = searchParameters(companyId, { ...query, search }, span)
    const records = await searchedPage(tx, values)
    const counted = known ?? totalIn(records)
    return { records, counted, carried: [counted] }
  }
  const pageOf = query.flag || customerIds ? fewOrdersPage : newestPage
  const records = await pageOf(variantOf(query, query.cursor))(tx, parametersOf(companyId, query, span))
  return { records, counted: totalIn(records), carried: [] }
}

/** `page` selects orders, `counted` their total. */
const rowsOf = (page: SQL, counted: SQL): SQL => sql`
  select (${counted}) as counted, ${selectColumns(orderRowFields)}, ${microsecondsOf(orders.placedAt)} as key
  from (values (1)) as one left join (${page}) as orders on true left join ${channels} on ${channelOfOrder}
  order by ${orders.placedAt} desc, ${orders.id} desc`

const newestPage = preparedVariants<OrderRecord, StatementVariant>((variant) =>
  rowsOf(sql`select * ${newestFirst(variant)}`, selectOrderCount(variant)),
)

/** Flagged orders, and those of some customers, are few, so one scan serves page and total. */
const fewOrdersPage = preparedVariants<OrderRecord, StatementVariant>(
  (variant) => sql`
  with found as materialized (select * from ${orders} where ${matchesFilter(variant)})
  ${rowsOf(
    sql`select * from found as orders where ${isAfterCursor(variant) ?? sql`true`}
      order by placed_at desc, id desc limit ${sql.placeholder('limit')}`,
    sql`select count(*)::int from found`,
  )}`,
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
