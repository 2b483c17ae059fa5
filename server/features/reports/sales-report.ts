import type { ReportOf, ReportRange, SalesRow } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { sumSales, averageOf, salesMetrics, salesPerBucket, buildLineChart } from './sales-figures.ts'
import { countCustomers } from './customers-report.ts'
import { listOtherCurrencies, listSalesByBucket, type SalesTotals } from './sales-queries.ts'
import { reportHead, type ReportScope } from './report-scope.ts'

export async function makeSalesReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'sales'>> {
  const { period } = scope
  const sold = salesPerBucket(period, await listSalesByBucket(tx, scope, period))
  const before = salesPerBucket(period.previous, await listSalesByBucket(tx, scope, period.previous))
  const customers = await countCustomers(tx, scope, period.span)
  const customersBefore = await countCustomers(tx, scope, period.previous.span)
  const [all, allBefore] = [sumSales(sold), sumSales(before)]
  const charted = (figure: 'revenue' | 'orders') =>
    buildLineChart(
      figure,
      period,
      sold.map((totals) => totals[figure]),
      before.map((totals) => totals[figure]),
    )
  return {
    type: 'sales',
    ...reportHead(scope),
    metrics: [
      ...salesMetrics(all, allBefore),
      { figure: 'uniqueCustomers', value: customers, previous: customersBefore },
    ],
    charts: [charted('revenue'), charted('orders')],
    rows: sold.map(toRow),
    rowCount: sold.length,
    otherCurrencies: await listOtherCurrencies(tx, scope, period.span),
  }
}

const toRow = ({ paidOrders, unitsSold: _unitsSold, ...totals }: SalesTotals & ReportRange): SalesRow => ({
  ...totals,
  averageOrderValue: averageOf(totals.revenue, paidOrders),
})
