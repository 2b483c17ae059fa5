import { fromCents, toCents } from '#contract/money.ts'
import { type FigureKind, figures, figureText, type FigureValue } from '#contract/report-figures.ts'
import { type ReportChart as ChartOfReport, daysIn, type ReportChart } from '#contract/reports.ts'
import { Chart } from '#web/shared/chart/chart.tsx'
import { linePath } from '#web/shared/chart/plot.ts'
import { stack, StackedBars } from '#web/shared/chart/stacked-bars.tsx'
import { formatDaysShort, formatMonth } from './report-days.ts'

/** Pixels: the usual width of the card, used for the first render. */
const usualWidth = 1040

/** The line of the previous period is drawn twice: a wide halo keeps the dashes readable above the bars. */
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
          {previousLineStyles.map((line) => (
            <path key={line.stroke} d={linePath(plot, before)} fill="none" {...line} />
          ))}
        </>
      )}
    </Chart>
  )
}

type PointTooltipProps = { point: ChartPoint; chart: ReportChart; currency: string }

function PointTooltip({ point, chart, currency }: PointTooltipProps) {
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

export type ChartPoint = ReportChart['points'][number]

/** Charts need numbers; the rounding of money to a float is not visible in a drawing. */
const toChartValue = (value: FigureValue): number | null => (value === null ? null : Number(value))

/** Sum of all series of a point. Money is added in cents. */
function totalOf({ values }: ChartPoint): FigureValue {
  const amounts = values.filter((value) => typeof value === 'string')
  if (amounts.length > 0) return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n))
  return values.reduce<number>((sum, value) => sum + Number(value), 0)
}

export const hasPrevious = ({ points }: ReportChart): boolean => points.some(({ previous }) => previous !== null)

const shortestMonth = 28

/** First day of the point, or its month when points are months. */
function tickText({ points }: ReportChart, startDate: string): string {
  const isByMonth = points.some((point) => daysIn(point) >= shortestMonth)
  return isByMonth ? formatMonth(startDate) : formatDaysShort({ startDate, endDate: startDate }).replace(/^\w+, /, '')
}

/** Compact format for the axis, such as "$12.5K". */
function axisText(kind: FigureKind, value: number, currency: string): string {
  const style =
    kind === 'money'
      ? ({ style: 'currency', currency } as const)
      : kind === 'share'
        ? ({ style: 'percent' } as const)
        : {}
  return value.toLocaleString('en-US', { ...style, notation: 'compact', maximumFractionDigits: 1 })
}
