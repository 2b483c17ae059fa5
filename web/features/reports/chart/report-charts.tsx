import { figures } from '#contract/report-figures.ts'
import type { Report, ReportChart as Chart } from '#contract/reports.ts'
import { useUrlParam } from '#web/shared/use-url-param.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { formatDaysShort } from '../report-days.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTable } from './chart-table.tsx'
import { TimeSeriesChart } from './report-chart.tsx'

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
