import { type SQL, sql } from 'drizzle-orm'
import { type BestSellerRow, mostReportRows, type ReportOf, type ReportOptions } from '#contract/reports.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import { levelOf, readLowStockThreshold } from '#server/features/inventory/levels.ts'
import { shownImageUrl } from '#server/features/products/queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { skuRowsOf, unitsSold } from './inventory-report.ts'
import type { Period, Span } from './period.ts'
import { reportHead, type ReportScope } from './report-scope.ts'
import { buildLineChart, salesPerBucket } from './sales-figures.ts'
import { isCounted, listOtherCurrencies, listSalesByChannel, ordersPlaced, type Scope } from './sales-queries.ts'

/** Which SKUs sold best in a channel (or in all), by units or by revenue, and how long their stock lasts. */
export async function makeBestSellersReport(
  tx: Tx,
  scope: ReportScope,
  { channelId, rankBy = 'units' }: ReportOptions,
): Promise<ReportOf<'best-sellers'>> {
  const { period } = scope
  if (channelId !== undefined && channelId !== 'none') await getChannelOrThrow(tx, scope.companyId, channelId)
  const choice = { channelId, rankBy }
  const now = await readTotals(tx, scope, period.span, choice)
  const then = await readTotals(tx, scope, period.previous.span, choice)
  return {
    type: 'best-sellers',
    ...reportHead(scope),
    channelId: channelId ?? null,
    rankBy,
    metrics: [
      { figure: 'unitsSold', value: now.unitsSold, previous: then.unitsSold },
      { figure: 'itemRevenue', value: now.itemRevenue, previous: then.itemRevenue },
      { figure: 'skusSold', value: now.skusSold, previous: then.skusSold },
    ],
    charts: [
      buildLineChart(
        'unitsSold',
        period,
        await unitsPerBucket(tx, scope, period, channelId),
        await unitsPerBucket(tx, scope, period.previous, channelId),
      ),
    ],
    rows: await listBestSellers(tx, scope, choice, mostReportRows),
    rowCount: now.skusSold,
    otherCurrencies: await listOtherCurrencies(tx, scope, period.span),
  }
}

async function unitsPerBucket(
  tx: Tx,
  scope: Scope,
  period: Pick<Period, 'span' | 'buckets'>,
  channelId: string | undefined,
): Promise<number[]> {
  const sales = await listSalesByChannel(tx, scope, period)
  const wanted = channelId === 'none' ? null : channelId
  const ofChannel = wanted === undefined ? sales : sales.filter((sold) => sold.channelId === wanted)
  return salesPerBucket(period, ofChannel).map((totals) => totals.unitsSold)
}

type Choice = { channelId: string | undefined; rankBy: NonNullable<ReportOptions['rankBy']> }

/** Units and revenue per SKU, from the lines of the orders; revenue only in the company's currency. */
function soldBySku({ companyId, currency }: Scope, span: Span, { channelId }: Choice): SQL {
  const ofChannel =
    channelId === undefined
      ? sql``
      : channelId === 'none'
        ? sql`and o.channel_id is null`
        : sql`and o.channel_id = ${channelId}`
  return sql`
    select i.sku_id, sum(i.quantity)::int as units,
      coalesce(sum(i.total_price) filter (where o.currency = ${currency}), 0)::numeric(20, 2) as revenue
    from (select o.id, o.currency from ${ordersPlaced(companyId, span)} and ${isCounted} ${ofChannel}) as o
    join order_items i on i.company_id = ${companyAtRunTime(companyId)} and i.order_id = o.id and i.sku_id is not null
    group by i.sku_id`
}

type Totals = { unitsSold: number; itemRevenue: string; skusSold: number }

async function readTotals(tx: Tx, scope: Scope, span: Span, choice: Choice): Promise<Totals> {
  const { rows } = await tx.execute<Totals>(sql`
    select coalesce(sum(units), 0)::int as "unitsSold", coalesce(sum(revenue), 0)::numeric(20, 2)::text as "itemRevenue",
      count(*)::int as "skusSold"
    from (${soldBySku(scope, span, choice)}) as sold`)
  const [totals] = rows
  if (!totals) throw new Error('An aggregate without groups has one row')
  return totals
}

type SellerRecord = Parameters<ReturnType<typeof skuRowsOf>>[0] & {
  imageUrl: string | null
  itemRevenue: string
  /** Units of all channels, by which the stock lasts. */
  unitsOfAll: number
}

/** The best sellers; all of them where `limit` is null. */
export async function listBestSellers(
  tx: Tx,
  scope: ReportScope,
  choice: Choice,
  limit: number | null,
): Promise<BestSellerRow[]> {
  const { companyId, period } = scope
  const [first, second] = choice.rankBy === 'units' ? [sql`units`, sql`revenue`] : [sql`revenue`, sql`units`]
  const { rows } = await tx.execute<SellerRecord>(sql`
    with best as (
      select * from (${soldBySku(scope, period.span, choice)}) as sold
      order by ${first} desc, ${second} desc, sku_id limit ${limit}
    ), pace as (${unitsSold(companyId, period.span, sql`select sku_id, 0 from best`)})
    select s.id as "skuId", s.sku, coalesce(s.title, p.title) as title,
      ${shownImageUrl} as "imageUrl", best.units as "unitsSold",
      best.revenue::text as "itemRevenue", coalesce(pace.units, 0) as "unitsOfAll", l.qty_free as "qtyAvailable",
      l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound"
    from best
    join skus s on s.company_id = ${companyAtRunTime(companyId)} and s.id = best.sku_id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    left join pace on pace.sku_id = best.sku_id
    cross join lateral (${levelOf(companyId, sql`best.sku_id`)}) as l
    order by best.${first} desc, best.${second} desc, best.sku_id`)
  const toRow = skuRowsOf(scope, await readLowStockThreshold(tx, companyId))
  return rows.map(({ imageUrl, itemRevenue, unitsOfAll, ...sku }) => ({
    ...toRow({ ...sku, unitsSold: unitsOfAll }),
    unitsSold: sku.unitsSold,
    imageUrl,
    itemRevenue,
  }))
}
