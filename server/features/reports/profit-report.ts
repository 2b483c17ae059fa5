import { fromCents, toCents } from '#contract/money.ts'
import type { ProfitGaps } from '#contract/order-profit.ts'
import { type ChannelProfitRow, mostReportRows, type ReportMetric, type ReportOf } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Period } from './period.ts'
import {
  type ChannelProfit,
  listLeastProfitable,
  listProfitByChannel,
  listProfitBySku,
  type ProfitTotals,
} from './profit-queries.ts'
import { reportHead, type ReportScope } from './report-scope.ts'
import { buildLineChart, shareOf } from './sales-figures.ts'
import { listOtherCurrencies } from './sales-queries.ts'

export async function makeSkuProfitReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'profit-skus'>> {
  const { head } = await makeProfitHead(tx, scope)
  const skus = await listProfitBySku(tx, scope, scope.period.span)
  const rows = skus.slice(0, mostReportRows).map(withProfit)
  return { type: 'profit-skus', ...head, rows, rowCount: skus.length }
}

export async function makeChannelProfitReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'profit-channels'>> {
  const { head, sold } = await makeProfitHead(tx, scope)
  const rows = channelRows(sold)
  return { type: 'profit-channels', ...head, rows, rowCount: rows.length }
}

export async function makeOrderProfitReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'profit-orders'>> {
  const { head } = await makeProfitHead(tx, scope)
  const orders = await listLeastProfitable(tx, scope, scope.period.span)
  const rows = orders.map(({ key: _key, ...order }) => withProfit(order))
  return { type: 'profit-orders', ...head, rows, rowCount: head.gaps.orders }
}

/** What the three views of the profit have in common. */
async function makeProfitHead(tx: Tx, scope: ReportScope) {
  const { period } = scope
  const sold = await listProfitByChannel(tx, scope, period)
  const before = await listProfitByChannel(tx, scope, period.previous)
  const [all, allBefore] = [sumProfits(sold), sumProfits(before)]
  const [now, then] = [withProfit(all), withProfit(allBefore)]
  const metric = (figure: 'netSales' | 'profit' | 'profitMargin' | 'ordersLeftOut'): ReportMetric => ({
    figure,
    value: now[figure],
    previous: then[figure],
  })
  const charted = (figure: 'profit' | 'netSales') =>
    buildLineChart(figure, period, perBucket(period, sold, figure), perBucket(period.previous, before, figure))
  const head = {
    ...reportHead(scope),
    metrics: [metric('netSales'), metric('profit'), metric('profitMargin'), metric('ordersLeftOut')],
    charts: [charted('profit'), charted('netSales')],
    gaps: toGaps(all),
    otherCurrencies: await listOtherCurrencies(tx, scope, period.span),
  }
  return { head, sold }
}

const perBucket = (
  { buckets }: Pick<Period, 'buckets'>,
  sold: readonly ChannelProfit[],
  figure: 'profit' | 'netSales',
): (string | null)[] =>
  buckets.map((_, index) => withProfit(sumProfits(sold.filter(({ bucket }) => bucket === index + 1)))[figure])

/** Highest profit first. */
function channelRows(sold: readonly ChannelProfit[]): ChannelProfitRow[] {
  const channels = [...Map.groupBy(sold, ({ channelId }) => channelId).values()]
  return channels
    .flatMap((ofChannel) => ofChannel.slice(0, 1).map((channel) => toChannelRow(channel, sumProfits(ofChannel))))
    .toSorted((a, b) => Number(toCents(b.profit ?? '0.00') - toCents(a.profit ?? '0.00')))
}

function toChannelRow({ channelId, channelName, channelType }: ChannelProfit, totals: ProfitTotals): ChannelProfitRow {
  const { knownOrders, ordersLeftOut, netSales, refunds, costOfGoods, fulfillmentFees } = totals
  const parts = withProfit({ netSales, refunds, costOfGoods, fulfillmentFees })
  return { channelId, channelName, channelType, knownOrders, ...parts, ordersLeftOut }
}

const noProfit: ProfitTotals = {
  knownOrders: 0,
  ordersLeftOut: 0,
  lines: 0,
  linesWithoutCost: 0,
  ordersNotSent: 0,
  ordersWithoutFee: 0,
  netSales: '0.00',
  refunds: '0.00',
  costOfGoods: '0.00',
  fulfillmentFees: '0.00',
}

const sumProfits = (parts: readonly ProfitTotals[]): ProfitTotals =>
  parts.reduce(
    (sum, part) => ({
      knownOrders: sum.knownOrders + part.knownOrders,
      ordersLeftOut: sum.ordersLeftOut + part.ordersLeftOut,
      lines: sum.lines + part.lines,
      linesWithoutCost: sum.linesWithoutCost + part.linesWithoutCost,
      ordersNotSent: sum.ordersNotSent + part.ordersNotSent,
      ordersWithoutFee: sum.ordersWithoutFee + part.ordersWithoutFee,
      netSales: addMoney(sum.netSales, part.netSales),
      refunds: addMoney(sum.refunds, part.refunds),
      costOfGoods: addMoney(sum.costOfGoods, part.costOfGoods),
      fulfillmentFees: addMoney(sum.fulfillmentFees, part.fulfillmentFees),
    }),
    noProfit,
  )

const addMoney = (one: string, other: string): string => fromCents(toCents(one) + toCents(other))

type Amount = string | null
type Parts = { netSales: Amount; refunds: Amount; costOfGoods: Amount; fulfillmentFees: Amount }

/** Adds profit and margin, which are null where a part is. */
export function withProfit<Row extends Parts>(row: Row): Row & { profit: Amount; profitMargin: number | null } {
  const { netSales, refunds, costOfGoods, fulfillmentFees } = row
  if (netSales === null || refunds === null || costOfGoods === null || fulfillmentFees === null) {
    return { ...row, profit: null, profitMargin: null }
  }
  const kept = toCents(netSales) - toCents(refunds)
  const profit = kept - toCents(costOfGoods) - toCents(fulfillmentFees)
  return { ...row, profit: fromCents(profit), profitMargin: kept > 0n ? shareOf(profit, kept) : null }
}

const toGaps = (totals: ProfitTotals): ProfitGaps => ({
  orders: totals.knownOrders + totals.ordersLeftOut,
  ordersLeftOut: totals.ordersLeftOut,
  lines: totals.lines,
  linesWithoutCost: totals.linesWithoutCost,
  ordersNotSent: totals.ordersNotSent,
  ordersWithoutFee: totals.ordersWithoutFee,
})
