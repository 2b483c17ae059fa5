import { toCents } from '#contract/money.ts'
import type { ChannelReportRow, ReportOf } from '#contract/reports.ts'
import { unknownChannel } from '#contract/report-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { sumSales, averageOf, salesMetrics, shareOf, salesPerBucket, buildChart } from './sales-figures.ts'
import {
  listOtherCurrencies,
  listSalesByBucket,
  listSalesByChannel,
  type ChannelSales,
  type SalesTotals,
} from './sales-queries.ts'
import { reportHead, type ReportScope } from './report-scope.ts'

/** Channels that a chart shows as series of their own; the others are summed up as “Other”. */
const mostSeries = 5

export async function makeChannelsReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'channels'>> {
  const { period } = scope
  const sales = await listSalesByChannel(tx, scope, period)
  const before = salesPerBucket(period.previous, await listSalesByBucket(tx, scope, period.previous))
  const [all, allBefore] = [sumSales(sales), sumSales(before)]
  const rows = rowsOf(sales, all)
  const parts = partsOf(rows, sales).map((part) => ({ ...part, sold: salesPerBucket(period, part.sales) }))
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
function rowsOf(sales: readonly ChannelSales[], all: SalesTotals): ChannelReportRow[] {
  const channels = [...Map.groupBy(sales, ({ channelId }) => channelId).values()]
  return channels
    .flatMap((ofChannel) => ofChannel.slice(0, 1).map((channel) => toRow(channel, sumSales(ofChannel), all)))
    .filter(({ orders, cancelledOrders }) => orders + cancelledOrders > 0)
    .toSorted((a, b) => Number(toCents(b.revenue) - toCents(a.revenue)) || b.orders - a.orders)
}

function toRow({ channelId, channelName, channelType }: ChannelSales, sold: SalesTotals, all: SalesTotals) {
  const { orders, revenue, paidOrders, cancelledOrders } = sold
  const revenueShare = shareOf(toCents(revenue), toCents(all.revenue))
  const averageOrderValue = averageOf(revenue, paidOrders)
  return { channelId, channelName, channelType, orders, revenue, revenueShare, averageOrderValue, cancelledOrders }
}

function partsOf(rows: readonly ChannelReportRow[], sales: readonly ChannelSales[]) {
  const shown = rows.slice(0, mostSeries)
  const parts = shown.map(({ channelId, channelName }) => ({
    key: channelId ?? 'none',
    label: channelName ?? unknownChannel,
    sales: sales.filter((sold) => sold.channelId === channelId),
  }))
  if (rows.length <= mostSeries) return parts
  const rest = sales.filter((sold) => !shown.some(({ channelId }) => channelId === sold.channelId))
  return [...parts, { key: 'other', label: 'Other', sales: rest }]
}

const cancelledShare = ({ orders, cancelledOrders }: SalesTotals): number | null =>
  shareOf(BigInt(cancelledOrders), BigInt(orders + cancelledOrders))
