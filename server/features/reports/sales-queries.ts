import { type SQL, sql } from 'drizzle-orm'
import type { ChannelReportRow, Report } from '#contract/reports.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, executePrepared, prepared } from '#server/platform/db/prepared.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
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

/**
 * Compacts the sales projections (`sales_slots`, `sku_sales`): each order appends rows to them, and this job sums these
 * up so that reports read few rows. One transaction per day.
 */
export async function foldSales(ctx: PlatformContext): Promise<{ folded: number }> {
  const all = await ctx.read((tx) => tx.select({ id: companies.id }).from(companies))
  let folded = 0
  for (const { id } of all) {
    try {
      folded += await foldSalesOf(ctx, id)
    } catch (error) {
      ctx.log.error(
        { err: error, companyId: id },
        'reports: could not compact the sales rows of a company; tried again in an hour',
      )
    }
  }
  return { folded }
}

async function foldSalesOf(ctx: PlatformContext, companyId: string): Promise<number> {
  let folded = 0
  for (const day of await ctx.read((tx) => listCrowdedDays(tx, companyId), companyId)) {
    const fold = async (tx: Tx) => (await foldSlots(tx, companyId, day)) + (await foldSkuSales(tx, companyId, day))
    folded += await ctx.transaction(fold, companyId)
  }
  return folded
}

/**
 * Ids are UUIDv7, so rows of the last three days are found by id. Older rows were compacted by an earlier run; if none
 * ran, they only take longer to sum up until their day is written to again.
 */
const firstYoungId = sql`encode(overlay(decode(repeat('00', 16), 'hex')
  placing substring(int8send((extract(epoch from now() - interval '3 days') * 1000)::bigint) from 3) from 1 for 6), 'hex')::uuid`

const crowdedDays = prepared<{ day: string }>(
  () => sql`
    with written as (
      select (slot at time zone 'UTC')::date as day from sales_slots where company_id = ${companyParameter} and id >= ${firstYoungId}
      union
      select day from sku_sales where company_id = ${companyParameter} and id >= ${firstYoungId}
    )
    select day::text from written w
    where exists (
      select from sales_slots s where s.company_id = ${companyParameter} and s.slot >= w.day::timestamp at time zone 'UTC'
        and s.slot < (w.day + 1)::timestamp at time zone 'UTC'
      group by s.slot, s.channel_id, s.currency having count(*) > 1
    ) or exists (
      select from sku_sales s where s.company_id = ${companyParameter} and s.day = w.day group by s.sku_id having count(*) > 1
    ) order by day`,
)

/** Days (UTC) with recent rows of which several could be one. */
async function listCrowdedDays(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await crowdedDays(tx, { companyId })
  return rows.map(({ day }) => day)
}

/**
 * Replaces the rows of one slot (a quarter of an hour), channel and currency by their sum. Rows inserted concurrently
 * are not in the snapshot and stay; of two concurrent runs the second finds nothing left to delete.
 */
async function foldSlots(tx: Tx, companyId: string, day: string): Promise<number> {
  const { rows } = await tx.execute<{ folded: number }>(sql`
    with crowded as (
      select slot, channel_id, currency from sales_slots
      where company_id = ${companyId} and slot >= ${`${day}T00:00:00Z`}::timestamptz
        and slot < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'
      group by slot, channel_id, currency having count(*) > 1
    ), gone as (
      delete from sales_slots s using crowded c
      where s.company_id = ${companyId} and s.slot = c.slot and s.channel_id is not distinct from c.channel_id
        and s.currency = c.currency
      returning s.*
    ), sums as (
      insert into sales_slots (company_id, id, slot, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax)
      select ${companyId}::uuid, new_id(), slot, channel_id, currency, sum(orders), sum(cancelled), sum(units), sum(revenue),
        sum(discounts), sum(shipping), sum(tax)
      from gone group by slot, channel_id, currency
      having (sum(orders), sum(cancelled), sum(units), sum(revenue), sum(discounts), sum(shipping), sum(tax))
        <> (0, 0, 0, 0, 0, 0, 0)
    )
    select count(*)::int as folded from gone`)
  return rows[0]?.folded ?? 0
}

/** Replaces the rows of one SKU and day by their sum. */
async function foldSkuSales(tx: Tx, companyId: string, day: string): Promise<number> {
  const { rows } = await tx.execute<{ folded: number }>(sql`
    with crowded as (
      select sku_id from sku_sales where company_id = ${companyId} and day = ${day}::date
      group by sku_id having count(*) > 1
    ), gone as (
      delete from sku_sales s using crowded c
      where s.company_id = ${companyId} and s.day = ${day}::date and s.sku_id = c.sku_id
      returning s.sku_id, s.units
    ), sums as (
      insert into sku_sales (company_id, id, day, sku_id, units)
      select ${companyId}::uuid, new_id(), ${day}::date, sku_id, sum(units) from gone
      group by sku_id having sum(units) <> 0
    )
    select count(*)::int as folded from gone`)
  return rows[0]?.folded ?? 0
}
