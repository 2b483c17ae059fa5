import { figures } from '#contract/report-figures.ts'
import type { ReportChart as ChartOfReport } from '#contract/reports.ts'
import { Chart } from '#web/shared/chart/chart.tsx'
import { linePath } from '#web/shared/chart/line-path.ts'
import { stack, StackedBars } from '#web/shared/chart/stacked-bars.tsx'
import { axisText } from './axis-text.ts'
import { toChartValue, tickText } from './chart-points.ts'
import { PointTooltip } from './report-chart-tooltip.tsx'

/** About the card's width. */
const usualWidth = 1040
/** The halo keeps the dashes readable where they run through the bars. */
const previousLineStyles = [
  { stroke: 'var(--color-raised)', strokeWidth: 4 },
  { stroke: 'var(--color-ink)', strokeWidth: 1.5, strokeDasharray: '4 4' },
] as const

type TimeSeriesChartProps = { chart: ChartOfReport; currency: string }

export function TimeSeriesChart({ chart, currency }: TimeSeriesChartProps) {
  const { points, series } = chart
  const { label, kind } = figures[chart.figure]
  const bars = points.map(({ values }) => stack(values.map(toChartValue)))
  const before = points.map(({ previous }) => toChartValue(previous))
  return (
    <Chart
      label={`${label} over time`}
      usualWidth={usualWidth}
      pointTexts={points.map(({ startDate }) => tickText(chart, startDate))}
      values={[...bars.flat().map(({ to }) => to), ...before.filter((value) => value !== null)]}
      isCounted={kind === 'count'}
      tickText={(value) => axisText(kind, value, currency)}
      isBanded
      renderTooltip={(position) => {
        const point = points[position]
        return point && <PointTooltip point={point} chart={chart} currency={currency} />
      }}
    >
      {(plot) => (
        <>
          <StackedBars plot={plot} bars={bars} isOutlined={series.length > 1} />
          {previousLineStyles.map((look) => (
            <path key={look.stroke} d={linePath(plot, before)} fill="none" {...look} />
          ))}
        </>
      )}
    </Chart>
  )
}
