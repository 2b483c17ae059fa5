import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OrderRow, ordersApi } from '#contract/orders.ts'
import type { Page } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso, isoOrNull } from '#server/platform/db/moments.ts'
import { columnsOf, ofCompany, planned, plannedForms } from '#server/platform/db/planned-once.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { countIn, microsecondsOf, toPage, toShow, type Counted } from '#server/platform/paging.ts'
import { formOf, isAfterCursor, isChosen, newestFirst, valuesOf, type Form } from '../list/queries/chosen-orders.ts'
import { foundOrders, searchValues } from '../list/queries/search-orders.ts'
import { tallied } from '../list/queries/tallies.ts'
import { channelOfOrder, orderRowFields } from './order-row.ts'

export type OrderQuery = ParsedInputOf<typeof ordersApi.list>

/** A page and how many there are in all, in one journey to PostgreSQL. */
export async function listOrderRows(tx: Tx, companyId: string, query: OrderQuery): Promise<Page<OrderRow>> {
  const { records, counted, carried } = await readPage(tx, companyId, query)
  const page = toPage(toShow(records), query.limit, counted, ({ key, id }) => [key, id, ...carried])
  return { ...page, rows: page.rows.map(toRow) }
}

/** Moments as PostgreSQL writes them. */
type OrderRecord = Counted<OrderRow & { key: number }>

const toRow = ({ key: _key, counted: _counted, ...row }: OrderRecord): OrderRow => ({
  ...row,
  placedAt: iso(row.placedAt),
  deliveredAt: isoOrNull(row.deliveredAt),
  reviewRequestedAt: isoOrNull(row.reviewRequestedAt),
})

/** `carried` goes along with the cursor to the next page. */
async function readPage(tx: Tx, companyId: string, query: OrderQuery) {
  const span = { cursor: query.cursor, limit: query.limit + 1 }
  const { search } = query
  if (search) {
    const { known, ...values } = searchValues(companyId, { ...query, search }, span)
    const records = await searchedPage(tx, values)
    const counted = known ?? countIn(records)
    return { records, counted, carried: [counted] }
  }
  const pageOf = query.flag ? flaggedPage : newestPage
  const records = await pageOf(formOf(query, query.cursor))(tx, valuesOf(companyId, query, span))
  return { records, counted: countIn(records), carried: [] }
}

/** `page` is a select of orders, `counted` one of how many there are in all. */
const rowsOf = (page: SQL, counted: SQL): SQL => sql`
  select (${counted}) as counted, ${columnsOf(orderRowFields)}, ${microsecondsOf(orders.placedAt)} as key
  from (values (1)) as one left join (${page}) as orders on true left join ${channels} on ${channelOfOrder}
  order by ${orders.placedAt} desc, ${orders.id} desc`

const newestPage = plannedForms<OrderRecord, Form>((form) => rowsOf(sql`select * ${newestFirst(form)}`, tallied(form)))

/** What is flagged is few: all of it is looked at, once for the page and the total. */
const flaggedPage = plannedForms<OrderRecord, Form>(
  (form) => sql`
  with found as materialized (select * from ${orders} where ${isChosen(form)})
  ${rowsOf(
    sql`select * from found as orders where ${isAfterCursor(form) ?? sql`true`}
      order by placed_at desc, id desc limit ${sql.placeholder('limit')}`,
    sql`select count(*)::int from found`,
  )}`,
)

const searchedPage = planned<OrderRecord>(
  () => sql`
  with found as materialized (${foundOrders})
  ${rowsOf(
    sql`select * from ${orders} where ${orders.companyId} = ${ofCompany} and ${orders.id} = any((select ids from found)::uuid[])`,
    sql`select total from found`,
  )}`,
)
