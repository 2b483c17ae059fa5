import { figures, figureText } from '#contract/report-figures.ts'
import type { ReportChart } from '#contract/reports.ts'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { formatDaysShort } from '../report-days.ts'
import { type ChartPoint, hasPrevious } from './chart-points.ts'

type ChartTableProps = { chart: ReportChart; currency: string }

/** The figures of the chart for those who can't see it, or want them exactly. */
export function ChartTable({ chart, currency }: ChartTableProps) {
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
