import { fromCents, toCents } from '#contract/money.ts'
import type { ReportMetric } from '#contract/reports.ts'
import type { SalesTotals } from './queries/sales-totals.ts'

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

/** To the cent, so that the figures above a table are the sums of its rows. */
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

/** What stands above every table of sales. */
export function salesMetrics(now: SalesTotals, before: SalesTotals): ReportMetric[] {
  const [average, averageBefore] = [now, before].map(({ revenue, paidOrders }) => averageOf(revenue, paidOrders))
  return [
    { figure: 'revenue', value: now.revenue, previous: before.revenue },
    { figure: 'orders', value: now.orders, previous: before.orders },
    { figure: 'averageOrderValue', value: average ?? null, previous: averageBefore ?? null },
  ]
}

/** Rounded half up to the cent. */
export function averageOf(sum: string, count: number): string | null {
  if (count === 0) return null
  const parts = BigInt(count)
  return fromCents((2n * toCents(sum) + parts) / (2n * parts))
}

const millionths = 1_000_000n

/** Between 0 and 1, to a ten-thousandth of a percent. */
export function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number((2n * part * millionths + whole) / (2n * whole)) / Number(millionths)
}
