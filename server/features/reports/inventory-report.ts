import { daysIn, type ReportOf, type SkuReportRow } from '#contract/reports.ts'
import { assessStock } from '#contract/stock-status.ts'
import { readSummary } from '#server/features/inventory/queries/summary.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { sumSales } from './add-up.ts'
import { salesPerBucket, buildLineChart } from './charts.ts'
import { listSalesByBucket } from './queries/sales-by-bucket.ts'
import { listBestSellers, type SkuRecord } from './queries/sku-sales.ts'
import { reportHead, type ReportScope } from './report-scope.ts'

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

/** Turns what is known of a SKU into its row; `threshold` is the company's. */
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

/** How much of the period is over, in days. */
function daysGone({ period, now }: ReportScope): number {
  if (now >= period.span.to) return daysIn(period.range)
  return Math.max(0, now.getTime() - period.span.from.getTime()) / dayMs
}
