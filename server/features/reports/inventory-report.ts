import { sql, type SQL } from 'drizzle-orm'
import { daysIn, mostReportRows, type ReportOf, type SkuReportRow } from '#contract/reports.ts'
import { assessStock } from '#contract/stock-status.ts'
import { readSummary } from '#server/features/inventory/alert-queries.ts'
import { activeLevels, levelOf } from '#server/features/inventory/levels.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { type Span, wholeSteps } from './period.ts'
import { reportHead, type ReportScope } from './report-scope.ts'
import { buildLineChart, salesPerBucket, sumSales } from './sales-figures.ts'
import { isCounted, listSalesByBucket, ordersPlaced } from './sales-queries.ts'

export async function makeInventoryReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'inventory'>> {
  const { companyId, period } = scope
  const summary = await readSummary(tx, companyId)
  const sold = salesPerBucket(period, await listSalesByBucket(tx, scope, period))
  const before = salesPerBucket(period.previous, await listSalesByBucket(tx, scope, period.previous))
  const best = await listBestSellers(tx, companyId, period.span)
  const units = (totals: typeof sold) => totals.map(({ unitsSold }) => unitsSold)
  return {
    type: 'inventory',
    ...reportHead(scope),
    metrics: [
      { figure: 'unitsAvailable', value: summary.totalUnits, previous: null },
      { figure: 'unitsSold', value: sumSales(sold).unitsSold, previous: sumSales(before).unitsSold },
      { figure: 'lowStockSkus', value: summary.lowStock, previous: null },
      { figure: 'outOfStockSkus', value: summary.outOfStock, previous: null },
    ],
    charts: [buildLineChart('unitsSold', period, units(sold), units(before))],
    rows: best.map(skuRowsOf(scope, summary.lowStockThreshold)),
    rowCount: summary.totalSkus,
    otherCurrencies: [],
  }
}

/** Builds the rows of the inventory report; `threshold` is the company's low stock threshold. */
export function skuRowsOf(scope: ReportScope, threshold: number): (sku: SkuRecord) => SkuReportRow {
  const days = daysGone(scope)
  return ({ qtyAvailable, qtyReserved, qtyInbound, unitsSold, ...sku }) => ({
    ...sku,
    stockStatus: assessStock({ qtyAvailable, qtyReserved }, threshold).status,
    unitsAvailable: qtyAvailable,
    unitsInbound: qtyInbound,
    unitsSold,
    daysOfCover: unitsSold > 0 ? Math.round((qtyAvailable * days * 10) / unitsSold) / 10 : null,
  })
}

const dayMs = 86_400_000

/** Elapsed days of the period, as a fraction. */
function daysGone({ period, now }: ReportScope): number {
  if (now >= period.span.to) return daysIn(period.range)
  return Math.max(0, now.getTime() - period.span.from.getTime()) / dayMs
}

type SkuRecord = {
  skuId: string
  sku: string
  title: string
  qtyAvailable: number
  qtyReserved: number
  qtyInbound: number
  unitsSold: number
}

/** Active SKUs with the most units sold; among equals, those with the fewest units left first. */
async function listBestSellers(tx: Tx, companyId: string, span: Span): Promise<SkuRecord[]> {
  const requested = sql`select l.sku_id, l.qty_free from ${activeLevels(companyId)}`
  const { rows } = await tx.execute<SkuRecord>(sql`
    with page as (${unitsSold(companyId, span, requested)} order by units desc, rank, sku_id limit ${mostReportRows})
    ${skusOf(companyId)} order by page.units desc, page.rank, page.sku_id`)
  return rows
}

type Place = { after: string | undefined; limit: number }

/** The next active SKUs by code. */
export async function listSkuSales(
  tx: Tx,
  companyId: string,
  span: Span,
  { after, limit }: Place,
): Promise<SkuRecord[]> {
  const follows = after === undefined ? sql`` : sql`and s.sku > ${after}`
  const requested = sql`
    select s.id, 0 from skus s where s.company_id = ${companyId} and s.is_active ${follows} order by s.sku limit ${limit}`
  const { rows } = await tx.execute<SkuRecord>(sql`
    with page as (${unitsSold(companyId, span, requested)}) ${skusOf(companyId)} order by s.sku`)
  return rows
}

/** Details of the SKUs of `page`, looked up by key. */
const skusOf = (companyId: string): SQL => sql`
  select s.id as "skuId", s.sku, coalesce(s.title, p.title) as title, l.qty_free as "qtyAvailable",
    l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound", page.units as "unitsSold"
  from page
  join skus s on s.company_id = ${companyAtRunTime(companyId)} and s.id = page.sku_id
  join products p on p.company_id = s.company_id and p.id = s.product_id
  cross join lateral (${levelOf(companyId, sql`page.sku_id`)}) as l`

/**
 * Units sold per SKU of `requested` (sku_id, rank): whole days (UTC) from the projection `sku_sales`, the remaining hours
 * at both ends from order lines. Sales and SKUs are united and grouped instead of joined, since without statistics for
 * a new company PostgreSQL would choose a nested loop.
 */
export function unitsSold(companyId: string, span: Span, requested: SQL): SQL {
  const { whole, ends } = wholeSteps(span, dayMs)
  const parts = [
    ...(whole ? [wholeDaysIn(companyId, whole)] : []),
    ...ends.map((end) => linesIn(companyId, end)),
    sql`select sku_id, 0, rank from (${requested}) as requested(sku_id, rank)`,
  ]
  return sql`
    select sku_id, sum(units)::int as units, max(rank) as rank from (
      ${sql.join(parts, sql` union all `)}
    ) as found(sku_id, units, rank) group by sku_id having max(rank) is not null`
}

const wholeDaysIn = (companyId: string, { from, to }: Span): SQL => sql`
  select sku_id, units, null::int from sku_sales
  where company_id = ${companyId} and day >= ${dateOf(from)} and day < ${dateOf(to)}`

const linesIn = (companyId: string, span: Span): SQL => sql`
  select i.sku_id, i.quantity, null::int from (select o.id from ${ordersPlaced(companyId, span)} and ${isCounted}) as o
  join order_items i on i.company_id = ${companyAtRunTime(companyId)} and i.order_id = o.id and i.sku_id is not null`

const dateOf = (moment: Date): SQL => sql`${moment.toISOString().slice(0, 10)}::date`
