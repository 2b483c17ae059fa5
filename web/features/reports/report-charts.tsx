import { locale, t } from '#contract/i18n.ts'
import { fromCents, toCents } from '#contract/money.ts'
import type { FigureKind, FigureValue } from '#contract/headline-figures.ts'
import { figures, figureText } from '#contract/report-figures.ts'
import { daysIn, type Report, type ReportChart } from '#contract/reports.ts'
import { Chart } from '#web/shared/chart/chart.tsx'
import { linePath } from '#web/shared/chart/plot.ts'
import { seriesShade, stack, StackedBars } from '#web/shared/chart/stacked-bars.tsx'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { earlierDays, formatDay, formatDaysShort, formatMonth } from './report-days.ts'

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
    <Card aria-label={t('Charts')}>
      <Tabs
        label={t('Charts')}
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

function Panel({ chart, report: { currency, range, previous } }: { chart: ReportChart; report: Report }) {
  return (
    <CardBody className="grid min-w-0 gap-3">
      <TimeSeriesChart chart={chart} currency={currency} length={daysIn(range)} />
      <ChartLegend chart={chart} daysBefore={formatDaysShort(previous)} />
      <ChartTable chart={chart} currency={currency} />
    </CardBody>
  )
}

/** The server names parts by what people wrote, such as a channel, and a figure in English. */
const seriesOf = ({ series, figure }: ReportChart) =>
  series.map(({ key, label }) => ({ key, label: key === figure ? figures[figure].label : label }))

type ChartLegendProps = { chart: ReportChart; daysBefore: string }

function ChartLegend({ chart, daysBefore }: ChartLegendProps) {
  return (
    <ul aria-label={t('Legend')} className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {seriesOf(chart).map(({ key, label }, position) => (
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
      <summary className="min-h-10 content-center text-muted md:min-h-8">{t('Show as a table')}</summary>
      <div className="mt-1 rounded-lg border">
        <Table
          caption={t('{label} over time, newest first', { label: figures[chart.figure].label })}
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
    header: t('Previous period'),
    align: 'end',
    cell: ({ previous }) => <span className="text-muted">{figureText(kind, previous, currency)}</span>,
  }
  return [
    { header: t('Period'), cell: formatDaysShort },
    ...seriesOf(chart).map(({ key, label }, position): TableColumn<ChartPoint> => ({
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

/** `length` is that of the period in days: each point is compared with the days that many days before it. */
type TimeSeriesChartProps = { chart: ReportChart; currency: string; length: number }

function TimeSeriesChart({ chart, currency, length }: TimeSeriesChartProps) {
  const { points, series } = chart
  const { label, kind } = figures[chart.figure]
  const bars = points.map(({ values }) => stack(values.map(toChartValue)))
  const before = points.map(({ previous }) => toChartValue(previous))
  return (
    <Chart
      label={t('{label} over time', { label })}
      usualWidth={usualWidth}
      pointTexts={points.map(({ startDate }) => tickText(chart, startDate))}
      values={[...bars.flat().map(({ to }) => to), ...before.filter((value) => value !== null)]}
      isCounted={kind === 'count'}
      tickText={(value) => axisText(kind, value, currency)}
      isBanded
      renderTooltip={(position) => {
        const point = points[position]
        return point && <PointTooltip point={point} chart={chart} currency={currency} length={length} />
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

type PointTooltipProps = TimeSeriesChartProps & { point: ChartPoint }

function PointTooltip({ point, chart, currency, length }: PointTooltipProps) {
  const { kind } = figures[chart.figure]
  return (
    <>
      <p>{formatDaysShort(point)}</p>
      {chart.series.length > 1 && (
        <p className="font-semibold">{t('Total: {figure}', { figure: figureText(kind, totalOf(point), currency) })}</p>
      )}
      {seriesOf(chart).map(({ key, label }, position) => (
        <p key={key} className={chart.series.length > 1 ? undefined : 'font-semibold'}>
          {label}: {figureText(kind, point.values[position] ?? null, currency)}
        </p>
      ))}
      {point.previous !== null && (
        <p>
          {formatDaysShort(earlierDays(point, length))}: {figureText(kind, point.previous, currency)}
        </p>
      )}
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
  return isByMonth ? formatMonth(startDate) : formatDay(startDate)
}

/** Compact format for the axis, such as "$12.5K". */
function axisText(kind: FigureKind, value: number, currency: string): string {
  const style =
    kind === 'money'
      ? ({ style: 'currency', currency } as const)
      : kind === 'share'
        ? ({ style: 'percent' } as const)
        : {}
  return value.toLocaleString(locale(), { ...style, notation: 'compact', maximumFractionDigits: 1 })
}
