import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { mostCounted, type Page, type PageQuery } from '#contract/paging.ts'
import type { OrderGroup, ReportOrder, ReportOrdersFilter, reportsApi } from '#contract/reports.ts'
import { feesOf, type sumFees } from '#server/features/orders/fulfillment-fees.ts'
import { givenAmount } from '#server/features/orders/order-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { encodeCursor, microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import type { Span } from './period.ts'
import { readReportScope } from './report-scope.ts'
import { isCounted, ordersPlaced, salesIn } from './sales-queries.ts'

export async function listReportOrders(
  ctx: CompanyContext,
  { startDate, endDate, limit, cursor, ...filter }: ParsedInputOf<typeof reportsApi.orders>,
): Promise<Page<ReportOrder>> {
  return ctx.read(async (tx) => {
    const { companyId, period } = await readReportScope(tx, ctx, { startDate, endDate })
    return listOrdersBehindFigure(tx, { ...filter, companyId, span: period.span }, { limit, cursor })
  })
}

type OrderChoice = Omit<ReportOrdersFilter, 'startDate' | 'endDate'> & { companyId: string; span: Span }

type OrderRecord = ReportOrder & { key: number }

/** Orders that make up a figure of a report, newest first. */
async function listOrdersBehindFigure(tx: Tx, choice: OrderChoice, page: PageQuery): Promise<Page<ReportOrder>> {
  const follows = olderThan(page.cursor, sql`o.placed_at`, sql`o.id`) ?? sql`true`
  const { rows } = await tx.execute<OrderRecord>(sql`
    select o.id, ${microsecondsOf(sql`o.placed_at`)} as key, o.order_number as "orderNumber",
      o.external_order_id as "externalOrderId", o.external_number as "externalNumber", o.placed_at as "placedAt", o.customer_name as "customerName",
      c.type as "channelType", c.name as "channelName", o.status, o.total, o.currency, ${unitsOf(choice.skuId)} as units
    from (
      select o.* from ${chosenOrders(choice)} and ${follows} order by o.placed_at desc, o.id desc limit ${page.limit + 1}
    ) as o left join channels c on c.company_id = o.company_id and c.id = o.channel_id
    order by o.placed_at desc, o.id desc`)
  const found = toPage(rows, page.limit, await countOrders(tx, choice), (row) => [row.key, row.id])
  return { ...found, rows: found.rows.map(toOrder) }
}

const toOrder = ({ key: _key, ...order }: OrderRecord): ReportOrder => ({ ...order, placedAt: iso(order.placedAt) })

/** Units of an order `o`: of lines with a known SKU, or of one SKU. */
const unitsOf = (skuId?: string): SQL => sql`(
  select coalesce(sum(i.quantity), 0)::int from order_items i where i.company_id = o.company_id and i.order_id = o.id
    and ${skuId === undefined ? sql`i.sku_id is not null` : sql`i.sku_id = ${skuId}`}
)`

/** Counts exactly where the projection `sales_slots` has the number; otherwise counts orders up to a limit. */
async function countOrders(tx: Tx, choice: OrderChoice): Promise<number> {
  const { companyId, span, group, customerId, skuId } = choice
  const isInSlots = (group === 'counted' || group === 'cancelled') && customerId === undefined && skuId === undefined
  const { rows } = await tx.execute<{ total: number }>(
    isInSlots
      ? sql`select coalesce(sum(${group === 'counted' ? sql`s.orders` : sql`s.cancelled`}), 0)::int as total
          from ${salesIn(companyId, span)} where ${ofChannel(choice, sql`s.channel_id`)}`
      : sql`select count(*)::int as total from (select from ${chosenOrders(choice)} limit ${mostCounted + 1}) as o`,
  )
  return rows[0]?.total ?? 0
}

const chosenOrders = (choice: OrderChoice): SQL => {
  const { companyId, span, customerId, skuId } = choice
  const ofCustomer = customerId === undefined ? sql`true` : sql`o.customer_id = ${customerId}`
  const withSku =
    skuId === undefined
      ? sql`true`
      : sql`o.id in (select i.order_id from order_items i where i.company_id = ${companyId} and i.sku_id = ${skuId})`
  return sql`${ordersPlaced(companyId, span)} and ${inGroup[choice.group](choice)}
    and ${ofChannel(choice, sql`o.channel_id`)} and ${ofCustomer} and ${withSku}`
}

const inGroup: Record<OrderGroup, (choice: OrderChoice) => SQL> = {
  counted: () => isCounted,
  cancelled: () => sql`not ${isCounted}`,
  new: (choice) => sql`${isCounted} and ${ofCustomersFrom(choice, sql`>=`)}`,
  returning: (choice) => sql`${isCounted} and ${ofCustomersFrom(choice, sql`<`)}`,
}

/** Whether the customer's first order, even a cancelled one, was placed in the span or before it. */
const ofCustomersFrom = ({ companyId, span }: OrderChoice, side: SQL): SQL => sql`exists (
  select from customers n where n.company_id = ${companyId} and n.id = o.customer_id
    and n.first_order_at ${side} ${span.from.toISOString()}::timestamptz
)`

function ofChannel({ channelId }: OrderChoice, column: SQL): SQL {
  if (channelId === undefined) return sql`true`
  return channelId === 'none' ? sql`${column} is null` : sql`${column} = ${channelId}`
}

/** An order as a row of an export; `placedAt` is PostgreSQL's text. */
export type OrderLine = {
  orderNumber: string
  externalOrderId: string
  externalNumber: string | null
  placedAt: string
  status: OrderStatus
  channelName: string | null
  customerName: string | null
  units: number
  subtotal: string
  /** Null: the channel did not say. */
  discount: string | null
  shipping: string | null
  tax: string | null
  total: string
  refunded: string
  currency: string
  fees: Parameters<typeof sumFees>[0]
  isCounted: boolean
}

export async function countOrderLines(tx: Tx, companyId: string, span: Span): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${ordersPlaced(companyId, span)}`,
  )
  return rows[0]?.total ?? 0
}

type LineRecord = OrderLine & { id: string; key: number }

type Place = { cursor: string | undefined; limit: number }

/** All orders of a span, cancelled ones too, newest first, with a cursor if more may follow. */
export async function listOrderLines(tx: Tx, companyId: string, span: Span, { cursor, limit }: Place) {
  const follows = olderThan(cursor, sql`o.placed_at`, sql`o.id`) ?? sql`true`
  const { rows } = await tx.execute<LineRecord>(sql`
    select o.id, ${microsecondsOf(sql`o.placed_at`)} as key, o.order_number as "orderNumber",
      o.external_order_id as "externalOrderId", o.external_number as "externalNumber", o.placed_at as "placedAt", o.status, c.name as "channelName",
      o.customer_name as "customerName", ${unitsOf()} as units, o.subtotal, ${givenAmount('discount')} as discount,
      ${givenAmount('shipping')} as shipping, ${givenAmount('tax')} as tax, o.total, o.refunded_amount as refunded, o.currency,
      ${feesOf(sql`o`)} as fees, ${isCounted} as "isCounted"
    from (
      select o.* from ${ordersPlaced(companyId, span)} and ${follows} order by o.placed_at desc, o.id desc limit ${limit}
    ) as o left join channels c on c.company_id = o.company_id and c.id = o.channel_id
    order by o.placed_at desc, o.id desc`)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { lines: rows as OrderLine[], cursor: last && encodeCursor([last.key, last.id]) }
}
