import { figures, figureText } from '#contract/report-figures.ts'
import type { ReportChart } from '#contract/reports.ts'
import { formatDaysShort } from '../report-days.ts'
import { type ChartPoint, totalOf } from './chart-points.ts'

type PointTooltipProps = { point: ChartPoint; chart: ReportChart; currency: string }

export function PointTooltip({ point, chart, currency }: PointTooltipProps) {
  const { kind } = figures[chart.figure]
  return (
    <>
      <p>{formatDaysShort(point)}</p>
      {chart.series.length > 1 && <p className="font-semibold">In all: {figureText(kind, totalOf(point), currency)}</p>}
      {chart.series.map(({ key, label }, position) => (
        <p key={key} className={chart.series.length > 1 ? undefined : 'font-semibold'}>
          {label}: {figureText(kind, point.values[position] ?? null, currency)}
        </p>
      ))}
      {point.previous !== null && <p>The days before: {figureText(kind, point.previous, currency)}</p>}
    </>
  )
}
