import { fromCents, toCents } from '#contract/money.ts'
import type { FigureValue } from '#contract/headline-figures.ts'
import { type FigureName, figures } from '#contract/report-figures.ts'
import type { ReportChart, ReportMetric } from '#contract/reports.ts'
import type { Period } from './period.ts'
import type { SalesTotals } from './sales-queries.ts'

const noSales: SalesTotals = {
  orders: 0,
  paidOrders: 0,
  revenue: '0.00',
  discounts: '0.00',
  shipping: '0.00',
  tax: '0.00',
  cancelledOrders: 0,
  unitsSold: 0,
}

/** Sums in cents, so that the figures above a table equal the sums of its rows. */
export function sumSales(parts: readonly SalesTotals[]): SalesTotals {
  return parts.reduce(
    (sum, part) => ({
      orders: sum.orders + part.orders,
      paidOrders: sum.paidOrders + part.paidOrders,
      revenue: addMoney(sum.revenue, part.revenue),
      discounts: addMoney(sum.discounts, part.discounts),
      shipping: addMoney(sum.shipping, part.shipping),
      tax: addMoney(sum.tax, part.tax),
      cancelledOrders: sum.cancelledOrders + part.cancelledOrders,
      unitsSold: sum.unitsSold + part.unitsSold,
    }),
    noSales,
  )
}

const addMoney = (one: string, other: string): string => fromCents(toCents(one) + toCents(other))

/** The metrics above every table of sales. */
export function salesMetrics(now: SalesTotals, before: SalesTotals): ReportMetric[] {
  const [average, averageBefore] = [now, before].map(({ revenue, paidOrders }) => averageOf(revenue, paidOrders))
  return [
    { figure: 'revenue', value: now.revenue, previous: before.revenue },
    { figure: 'orders', value: now.orders, previous: before.orders },
    { figure: 'averageOrderValue', value: average ?? null, previous: averageBefore ?? null },
  ]
}

/** Average in cents, rounded half up. */
export function averageOf(sum: string, count: number): string | null {
  if (count === 0) return null
  const parts = BigInt(count)
  return fromCents((2n * toCents(sum) + parts) / (2n * parts))
}

const millionths = 1_000_000n

/** A share between 0 and 1, rounded to six decimals. */
export function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number((2n * part * millionths + whole) / (2n * whole)) / Number(millionths)
}

/** Sales of each bucket of the period, zero where there are none. */
export const salesPerBucket = (period: Pick<Period, 'buckets'>, sales: readonly (SalesTotals & { bucket: number })[]) =>
  period.buckets.map(({ startDate, endDate }, index) => ({
    startDate,
    endDate,
    ...sumSales(sales.filter(({ bucket }) => bucket === index + 1)),
  }))

type ChartSeries = { key: string; label: string; values: readonly FigureValue[] }

/** `previous` is the total of all series in the previous period, by bucket. */
export function buildChart(
  figure: FigureName,
  { buckets }: Pick<Period, 'buckets'>,
  series: readonly ChartSeries[],
  previous: readonly FigureValue[],
): ReportChart {
  return {
    figure,
    series: series.map(({ key, label }) => ({ key, label })),
    points: buckets.map(({ startDate, endDate }, index) => ({
      startDate,
      endDate,
      values: series.map(({ values }) => values[index] ?? null),
      previous: previous[index] ?? null,
    })),
  }
}

/** A chart with a single series. */
export const buildLineChart = (
  figure: FigureName,
  period: Pick<Period, 'buckets'>,
  values: readonly FigureValue[],
  previous: readonly FigureValue[],
): ReportChart => buildChart(figure, period, [{ key: figure, label: figures[figure].label, values }], previous)
