import { toCents } from '#contract/money.ts'
import { manualLabel } from '#contract/order-numbers.ts'
import type { ChannelReportRow, ReportOf, ReportRange, SalesRow } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { countCustomers } from './customers-report.ts'
import { reportHead, type ReportScope } from './report-scope.ts'
import {
  averageOf,
  buildChart,
  buildLineChart,
  salesMetrics,
  salesPerBucket,
  shareOf,
  sumSales,
} from './sales-figures.ts'
import {
  type ChannelSales,
  listOtherCurrencies,
  listSalesByBucket,
  listSalesByChannel,
  type SalesTotals,
} from './sales-queries.ts'

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
    rows: sold.map(toSalesRow),
    rowCount: sold.length,
    otherCurrencies: await listOtherCurrencies(tx, scope, period.span),
  }
}

const toSalesRow = ({ paidOrders, unitsSold: _unitsSold, ...totals }: SalesTotals & ReportRange): SalesRow => ({
  ...totals,
  averageOrderValue: averageOf(totals.revenue, paidOrders),
})

/** Channels that a chart shows as series of their own; the others are summed up as “Other”. */
const mostSeries = 5

export async function makeChannelsReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'channels'>> {
  const { period } = scope
  const sales = await listSalesByChannel(tx, scope, period)
  const before = salesPerBucket(period.previous, await listSalesByBucket(tx, scope, period.previous))
  const [all, allBefore] = [sumSales(sales), sumSales(before)]
  const rows = channelRows(sales, all)
  const parts = chartParts(rows, sales).map((part) => ({ ...part, sold: salesPerBucket(period, part.sales) }))
  const stacked = (figure: 'revenue' | 'orders') =>
    buildChart(
      figure,
      period,
      parts.map(({ key, label, sold }) => ({ key, label, values: sold.map((totals) => totals[figure]) })),
      before.map((totals) => totals[figure]),
    )
  return {
    type: 'channels',
    ...reportHead(scope),
    metrics: [
      ...salesMetrics(all, allBefore),
      { figure: 'cancelledShare', value: cancelledShare(all), previous: cancelledShare(allBefore) },
    ],
    charts: [stacked('revenue'), stacked('orders')],
    rows,
    rowCount: rows.length,
    otherCurrencies: await listOtherCurrencies(tx, scope, period.span),
  }
}

/** Highest revenue first. */
function channelRows(sales: readonly ChannelSales[], all: SalesTotals): ChannelReportRow[] {
  const channels = [...Map.groupBy(sales, ({ channelId }) => channelId).values()]
  return channels
    .flatMap((ofChannel) => ofChannel.slice(0, 1).map((channel) => toChannelRow(channel, sumSales(ofChannel), all)))
    .filter(({ orders, cancelledOrders }) => orders + cancelledOrders > 0)
    .toSorted((a, b) => Number(toCents(b.revenue) - toCents(a.revenue)) || b.orders - a.orders)
}

function toChannelRow({ channelId, channelName, channelType }: ChannelSales, sold: SalesTotals, all: SalesTotals) {
  const { orders, revenue, paidOrders, cancelledOrders } = sold
  const revenueShare = shareOf(toCents(revenue), toCents(all.revenue))
  const averageOrderValue = averageOf(revenue, paidOrders)
  return { channelId, channelName, channelType, orders, revenue, revenueShare, averageOrderValue, cancelledOrders }
}

function chartParts(rows: readonly ChannelReportRow[], sales: readonly ChannelSales[]) {
  const shown = rows.slice(0, mostSeries)
  const parts = shown.map(({ channelId, channelName }) => ({
    key: channelId ?? 'none',
    label: channelName ?? manualLabel,
    sales: sales.filter((sold) => sold.channelId === channelId),
  }))
  if (rows.length <= mostSeries) return parts
  const rest = sales.filter((sold) => !shown.some(({ channelId }) => channelId === sold.channelId))
  return [...parts, { key: 'other', label: 'Other', sales: rest }]
}

const cancelledShare = ({ orders, cancelledOrders }: SalesTotals): number | null =>
  shareOf(BigInt(cancelledOrders), BigInt(orders + cancelledOrders))
