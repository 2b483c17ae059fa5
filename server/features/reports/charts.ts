import { figures, type FigureName, type FigureValue } from '#contract/report-figures.ts'
import type { ReportChart } from '#contract/reports.ts'
import { sumSales } from './add-up.ts'
import type { Period } from './period.ts'
import type { SalesTotals } from './queries/sales-totals.ts'

/** What was sold in each bucket, also where it is nothing. */
export const salesPerBucket = (period: Pick<Period, 'buckets'>, sales: readonly (SalesTotals & { bucket: number })[]) =>
  period.buckets.map(({ startDate, endDate }, index) => ({
    startDate,
    endDate,
    ...sumSales(sales.filter(({ bucket }) => bucket === index + 1)),
  }))

export type ChartSeries = { key: string; label: string; values: readonly FigureValue[] }

/** `previous` has, for each bucket, what all series together were before. */
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

/** The figure as a single series. */
export const buildLineChart = (
  figure: FigureName,
  period: Pick<Period, 'buckets'>,
  values: readonly FigureValue[],
  previous: readonly FigureValue[],
): ReportChart => buildChart(figure, period, [{ key: figure, label: figures[figure].label, values }], previous)
