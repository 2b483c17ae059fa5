import type { ReportChart } from '#contract/reports.ts'
import { seriesShade } from '#web/shared/chart/series-shade.ts'
import { hasPrevious } from './chart-points.ts'

type ChartLegendProps = { chart: ReportChart; daysBefore: string }

export function ChartLegend({ chart, daysBefore }: ChartLegendProps) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {chart.series.map(({ key, label }, position) => (
        <li key={key} className="flex min-w-0 items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 10 10" className="size-2.5 shrink-0">
            <rect width="10" height="10" rx="2" fill={seriesShade(position, chart.series.length)} />
          </svg>
          <span className="wrap-anywhere">{label}</span>
        </li>
      ))}
      {hasPrevious(chart) && (
        <li className="flex min-w-0 items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 20 10" className="h-2.5 w-5 shrink-0">
            <path d="M0 5h20" stroke="var(--color-ink)" strokeWidth="1.5" strokeDasharray="4 4" />
          </svg>
          {daysBefore}
        </li>
      )}
    </ul>
  )
}
