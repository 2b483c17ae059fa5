import { type SQL, sql } from 'drizzle-orm'
import type { ChannelReportRow, Report } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { executePrepared } from '#server/platform/db/prepared.ts'
import { type Bucket, type Span, wholeSteps } from './period.ts'

/**
 * Amounts are sums over orders in the company's currency, which `paidOrders` counts; other currencies are in no sum.
 */
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

const slotMs = 15 * 60_000

/**
 * Sales of a span as rows `s` to be summed up: slots of a quarter of an hour (projection `sales_slots`) inside it,
 * single orders at its ends. The figures of dashboard, reports and exports are all sums of these rows.
 */
export function salesIn(companyId: string, span: Span): SQL {
  // Midnight is a slot boundary in every time zone; the hour at which the previous period is cut may not be.
  const { whole, ends } = wholeSteps(span, slotMs)
  const parts = [...(whole ? [slotsIn(companyId, whole)] : []), ...ends.map((end) => ordersAsSales(companyId, end))]
  return sql`(${sql.join(parts, sql` union all `)})
    as s(at, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax)`
}

/** Select fields with the sums; amounts of money in the company's currency only. */
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

/** Orders `o` placed in a span. Ends with a condition, so that another one can follow with `and`. */
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

export async function readSalesTotals(tx: Tx, { companyId, currency }: Scope, span: Span): Promise<SalesTotals> {
  const query = sql`select ${totalsFields(currency)} from ${salesIn(companyId, span)}`
  const [totals] = await executePrepared<SalesTotals>(tx, query)
  if (!totals) throw new Error('An aggregate without groups has one row')
  return totals
}

/** A span and its buckets. */
export type Buckets = { span: Span; buckets: readonly Bucket[] }

type Placed = SalesTotals & { bucket: number }

/** Sales per bucket; buckets without sales are missing. Buckets are numbered from 1. */
export async function listSalesByBucket(tx: Tx, scope: Scope, { span, buckets }: Buckets): Promise<Placed[]> {
  const { rows } = await tx.execute<Placed>(sql`
    select ${bucketOf(sql`s.at`, buckets)} as bucket, ${totalsFields(scope.currency)}
    from ${salesIn(scope.companyId, span)} group by bucket`)
  return rows
}

export type ChannelSales = Placed & Pick<ChannelReportRow, 'channelId' | 'channelName' | 'channelType'>

/** Sales per channel and bucket; `channelId` is null for orders without a known channel. */
export async function listSalesByChannel(tx: Tx, scope: Scope, { span, buckets }: Buckets): Promise<ChannelSales[]> {
  const { rows } = await tx.execute<ChannelSales>(sql`
    select sold.*, c.name as "channelName", c.type as "channelType" from (
      select s.channel_id as "channelId", ${bucketOf(sql`s.at`, buckets)} as bucket, ${totalsFields(scope.currency)}
      from ${salesIn(scope.companyId, span)} group by s.channel_id, bucket
    ) as sold left join channels c on c.company_id = ${scope.companyId} and c.id = sold."channelId"`)
  return rows
}

/** The number of the bucket that a moment falls into. */
export const bucketOf = (moment: SQL, buckets: readonly Bucket[]): SQL =>
  sql`width_bucket(${moment}, ${sql.param(buckets.map(({ from }) => from.toISOString()))}::timestamptz[])`

type Foreign = Report['otherCurrencies'][number]

/** Orders in other currencies, which are in no sum because nothing is converted. */
export async function listOtherCurrencies(tx: Tx, { companyId, currency }: Scope, span: Span): Promise<Foreign[]> {
  const { rows } = await tx.execute<Foreign>(sql`
    select s.currency, sum(s.orders)::int as orders, sum(s.revenue)::numeric(20, 2)::text as revenue
    from ${salesIn(companyId, span)} where s.currency <> ${currency}
    group by s.currency having sum(s.orders) > 0 order by sum(s.orders) desc, s.currency`)
  return rows
}
