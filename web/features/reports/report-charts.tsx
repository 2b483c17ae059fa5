import { figures, figureText } from '#contract/report-figures.ts'
import type { ReportChart as Chart, Report, ReportChart } from '#contract/reports.ts'
import { seriesShade } from '#web/shared/chart/stacked-bars.tsx'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type ChartPoint, hasPrevious, TimeSeriesChart } from './report-chart.tsx'
import { formatDaysShort } from './report-days.ts'

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

function Panel({ chart, report: { currency, previous } }: { chart: Chart; report: Report }) {
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
