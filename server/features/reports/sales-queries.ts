import { type SQL, sql } from 'drizzle-orm'
import type { ChannelReportRow, Report } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { executePrepared } from '#server/platform/db/prepared.ts'
import { type Bucket, type Span, wholeSteps } from './period.ts'

const slotMs = 15 * 60_000

/**
 * What was sold in a span, as rows `s` to be added up: slots that lie inside it, and single orders at its ends. The figures of
 * the dashboard, the reports and their files are all made of these rows.
 */
export function salesIn(companyId: string, span: Span): SQL {
  // Midnight in any time zone is where two slots meet; the hour at which a day is cut need not be.
  const { whole, ends } = wholeSteps(span, slotMs)
  const parts = [...(whole ? [slotsIn(companyId, whole)] : []), ...ends.map((end) => ordersAsSales(companyId, end))]
  return sql`(${sql.join(parts, sql` union all `)})
    as s(at, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax)`
}

/** The sums as fields of a select over such rows; those of money are of the company's currency alone. */
function totalsFields(currency: string): SQL {
  const own = sql`filter (where s.currency = ${currency})`
  const sum = (column: SQL) => sql`coalesce(sum(${column}) ${own}, 0)::numeric(20, 2)::text`
  return sql`
    coalesce(sum(s.orders), 0)::int as orders,
    coalesce(sum(s.orders) ${own}, 0)::int as "paidOrders",
    ${sum(sql`s.revenue`)} as revenue,
    ${sum(sql`s.discounts`)} as discounts,
    ${sum(sql`s.shipping`)} as shipping,
    ${sum(sql`s.tax`)} as tax,
    coalesce(sum(s.cancelled), 0)::int as "cancelledOrders",
    coalesce(sum(s.units), 0)::int as "unitsSold"`
}

/** The orders `o` that were placed in a span, up to the last condition, so that another can follow with `and`. */
export const ordersPlaced = (companyId: string, { from, to }: Span): SQL => sql`
  orders o where o.company_id = ${companyId}
    and o.placed_at >= ${from.toISOString()}::timestamptz and o.placed_at < ${to.toISOString()}::timestamptz`

export const isCounted = sql`(o.status <> 'cancelled')`

const slotsIn = (companyId: string, { from, to }: Span): SQL => sql`
  select slot, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax
  from sales_slots where company_id = ${companyId}
    and slot >= ${from.toISOString()}::timestamptz and slot < ${to.toISOString()}::timestamptz`

const ordersAsSales = (companyId: string, span: Span): SQL => sql`
  select o.placed_at, o.channel_id, o.currency, o.counts, 1 - o.counts, o.counts * coalesce((
      select sum(i.quantity)::int from order_items i
      where i.company_id = o.company_id and i.order_id = o.id and i.sku_id is not null
    ), 0), o.counts * o.total, o.counts * o.discount_amount, o.counts * o.shipping_amount, o.counts * o.tax_amount
  from (select o.*, ${isCounted}::int as counts from ${ordersPlaced(companyId, span)}) as o`

/** Sums are of the orders in the company's currency, which `paidOrders` counts; the others are in no sum. */
export type SalesTotals = {
  orders: number
  paidOrders: number
  revenue: string
  discounts: string
  shipping: string
  tax: string
  cancelledOrders: number
  unitsSold: number
}

export type Scope = { companyId: string; currency: string }

export async function readSalesTotals(tx: Tx, { companyId, currency }: Scope, span: Span): Promise<SalesTotals> {
  const query = sql`select ${totalsFields(currency)} from ${salesIn(companyId, span)}`
  const [totals] = await executePrepared<SalesTotals>(tx, query)
  if (!totals) throw new Error('An aggregate without groups has one row')
  return totals
}

/** A span, and the buckets that it is cut into. */
export type Buckets = { span: Span; buckets: readonly Bucket[] }

type Placed = SalesTotals & { bucket: number }

/** One for each bucket in which something was sold or cancelled; buckets count from 1. */
export async function listSalesByBucket(tx: Tx, scope: Scope, { span, buckets }: Buckets): Promise<Placed[]> {
  const { rows } = await tx.execute<Placed>(sql`
    select ${bucketOf(sql`s.at`, buckets)} as bucket, ${totalsFields(scope.currency)}
    from ${salesIn(scope.companyId, span)} group by bucket`)
  return rows
}

export type ChannelSales = Placed & Pick<ChannelReportRow, 'channelId' | 'channelName' | 'channelType'>

/** The same for each channel, and for orders whose channel is not known. */
export async function listSalesByChannel(tx: Tx, scope: Scope, { span, buckets }: Buckets): Promise<ChannelSales[]> {
  const { rows } = await tx.execute<ChannelSales>(sql`
    select sold.*, c.name as "channelName", c.type as "channelType" from (
      select s.channel_id as "channelId", ${bucketOf(sql`s.at`, buckets)} as bucket, ${totalsFields(scope.currency)}
      from ${salesIn(scope.companyId, span)} group by s.channel_id, bucket
    ) as sold left join channels c on c.company_id = ${scope.companyId} and c.id = sold."channelId"`)
  return rows
}

/** In which bucket a moment of the span lies. */
export const bucketOf = (moment: SQL, buckets: readonly Bucket[]): SQL =>
  sql`width_bucket(${moment}, ${sql.param(buckets.map(({ from }) => from.toISOString()))}::timestamptz[])`

type Foreign = Report['otherCurrencies'][number]

/** What is in no sum of money, since nothing is converted. */
export async function listOtherCurrencies(tx: Tx, { companyId, currency }: Scope, span: Span): Promise<Foreign[]> {
  const { rows } = await tx.execute<Foreign>(sql`
    select s.currency, sum(s.orders)::int as orders, sum(s.revenue)::numeric(20, 2)::text as revenue
    from ${salesIn(companyId, span)} where s.currency <> ${currency}
    group by s.currency having sum(s.orders) > 0 order by sum(s.orders) desc, s.currency`)
  return rows
}
