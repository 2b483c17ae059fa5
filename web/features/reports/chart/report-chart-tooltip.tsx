import type { TooltipContentProps } from 'recharts'
import { figures, figureText } from '#contract/report-figures.ts'
import type { ReportChart } from '#contract/reports.ts'
import { daysInShort } from '../report-days.ts'
import { type ChartPoint, totalOf } from './chart-points.ts'

/** The chart adds the first two. */
type ReportChartTooltipProps = Partial<Pick<TooltipContentProps, 'active' | 'payload'>> & {
  chart: ReportChart
  currency: string
}

export function ReportChartTooltip({ active, payload = [], chart, currency }: ReportChartTooltipProps) {
  const point = payload[0]?.payload as ChartPoint | undefined
  if (!active || !point) return null
  const { kind } = figures[chart.figure]
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-sm text-surface shadow-overlay">
      <p>{daysInShort(point)}</p>
      {chart.series.length > 1 && <p className="font-semibold">In all: {figureText(kind, totalOf(point), currency)}</p>}
      {chart.series.map(({ key, label }, position) => (
        <p key={key} className={chart.series.length > 1 ? undefined : 'font-semibold'}>
          {label}: {figureText(kind, point.values[position] ?? null, currency)}
        </p>
      ))}
      {point.previous !== null && <p>The days before: {figureText(kind, point.previous, currency)}</p>}
    </div>
  )
}
