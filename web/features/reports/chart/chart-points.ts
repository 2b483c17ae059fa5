import { fromCents, toCents } from '#contract/money.ts'
import type { FigureValue } from '#contract/report-figures.ts'
import { daysIn, type ReportChart } from '#contract/reports.ts'
import { formatDaysShort, formatMonth } from '../report-days.ts'

export type ChartPoint = ReportChart['points'][number]

/** A chart takes numbers: where it draws a point to the cent makes no difference. */
export const toChartValue = (value: FigureValue): number | null => (value === null ? null : Number(value))

/** What all series of a point come to; money to the cent. */
export function totalOf({ values }: ChartPoint): FigureValue {
  const amounts = values.filter((value) => typeof value === 'string')
  if (amounts.length > 0) return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n))
  return values.reduce<number>((sum, value) => sum + Number(value), 0)
}

export const hasPrevious = ({ points }: ReportChart): boolean => points.some(({ previous }) => previous !== null)

const shortestMonth = 28

/** Where each point begins, or its month, where the points are months. */
export function tickText({ points }: ReportChart, startDate: string): string {
  const isByMonth = points.some((point) => daysIn(point) >= shortestMonth)
  return isByMonth ? formatMonth(startDate) : formatDaysShort({ startDate, endDate: startDate }).replace(/^\w+, /, '')
}
