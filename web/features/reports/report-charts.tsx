import { fromCents, toCents } from '#contract/money.ts'
import { type FigureKind, figures, figureText, type FigureValue } from '#contract/report-figures.ts'
import { daysIn, type Report, type ReportChart } from '#contract/reports.ts'
import { Chart } from '#web/shared/chart/chart.tsx'
import { linePath } from '#web/shared/chart/plot.ts'
import { seriesShade, stack, StackedBars } from '#web/shared/chart/stacked-bars.tsx'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { formatDaysShort, formatMonth } from './report-days.ts'

export function ReportCharts({ report }: { report: Report }) {
  const [chosen, choose] = useUrlParam('chart')
  const { charts } = report
  const [first] = charts

  if (!first) return null
  if (charts.length === 1) {
    return (
      <Card aria-labelledby="report-chart">
        <CardHeader id="report-chart" title={figures[first.figure].label} />
        <Panel chart={first} report={report} />
      </Card>
    )
  }
  return (
    <Card aria-label="Charts">
      <Tabs
        label="Charts"
        value={charts.find(({ figure }) => figure === chosen)?.figure ?? first.figure}
        onValueChange={choose}
        tabs={charts.map((chart) => ({
          value: chart.figure,
          label: figures[chart.figure].label,
          content: <Panel chart={chart} report={report} />,
        }))}
      />
    </Card>
  )
}

function Panel({ chart, report: { currency, previous } }: { chart: ReportChart; report: Report }) {
  return (
    <CardBody className="grid min-w-0 gap-3">
      <TimeSeriesChart chart={chart} currency={currency} />
      <ChartLegend chart={chart} daysBefore={formatDaysShort(previous)} />
      <ChartTable chart={chart} currency={currency} />
    </CardBody>
  )
}

type ChartLegendProps = { chart: ReportChart; daysBefore: string }

function ChartLegend({ chart, daysBefore }: ChartLegendProps) {
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

type ChartTableProps = { chart: ReportChart; currency: string }

/** The same figures as a table, for screen readers and for exact values. */
function ChartTable({ chart, currency }: ChartTableProps) {
  const columns = chartColumns(chart, currency)
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">Show as a table</summary>
      <div className="mt-1 rounded-lg border">
        <Table
          caption={`${figures[chart.figure].label} over time, newest first`}
          columns={columns}
          rows={chart.points.toReversed()}
          rowKey={({ startDate }) => startDate}
          isWide={columns.length > 6}
        />
      </div>
    </details>
  )
}

function chartColumns(chart: ReportChart, currency: string): TableColumn<ChartPoint>[] {
  const { kind } = figures[chart.figure]
  const before: TableColumn<ChartPoint> = {
    header: 'The days before',
    align: 'end',
    cell: ({ previous }) => <span className="text-muted">{figureText(kind, previous, currency)}</span>,
  }
  return [
    { header: 'Period', cell: formatDaysShort },
    ...chart.series.map(({ key, label }, position): TableColumn<ChartPoint> => ({
      key,
      header: label,
      align: 'end',
      cell: ({ values }) => figureText(kind, values[position] ?? null, currency),
    })),
    ...(hasPrevious(chart) ? [before] : []),
  ]
}

/** Pixels: the usual width of the card, used for the first render. */
const usualWidth = 1040

/** The line of the previous period is drawn twice: a wide halo keeps the dashes readable above the bars. */
const previousLineStyles = [
  { stroke: 'var(--color-raised)', strokeWidth: 4 },
  { stroke: 'var(--color-ink)', strokeWidth: 1.5, strokeDasharray: '4 4' },
] as const

type TimeSeriesChartProps = { chart: ReportChart; currency: string }

function TimeSeriesChart({ chart, currency }: TimeSeriesChartProps) {
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

type ChartPoint = ReportChart['points'][number]

/** Charts need numbers; the rounding of money to a float is not visible in a drawing. */
const toChartValue = (value: FigureValue): number | null => (value === null ? null : Number(value))

/** Sum of all series of a point. Money is added in cents. */
function totalOf({ values }: ChartPoint): FigureValue {
  const amounts = values.filter((value) => typeof value === 'string')
  if (amounts.length > 0) return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n))
  return values.reduce<number>((sum, value) => sum + Number(value), 0)
}

const hasPrevious = ({ points }: ReportChart): boolean => points.some(({ previous }) => previous !== null)

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
