import { cx } from 'class-variance-authority'
import type { Report } from '#contract/reports.ts'
import { ChartPlaceholder } from '#web/shared/chart/chart-place.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { useReport } from './api.ts'
import { ReportCharts } from './chart/report-charts.tsx'
import { FigureDefinitions } from './figures/figure-meanings.tsx'
import { MetricCards, MetricCardSkeletons } from './figures/metric-cards.tsx'
import { isEmptyReport, EmptyReport } from './nothing-sold.tsx'
import { OtherCurrencies } from './other-currencies.tsx'
import { ReportHeading } from './report-heading.tsx'
import { ReportTable } from './table/report-table.tsx'

/** The report in all its states. The one before stays, faded, while another is waited for. */
export function ReportView({ query }: { query: ReturnType<typeof useReport> }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query

  return (
    <section
      aria-label="Report"
      aria-busy={isPlaceholderData}
      className={cx('grid gap-4 transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      {error && <LoadError what="The report" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <ReportSkeleton />}
      {data && <WholeReport report={data.report} />}
    </section>
  )
}

function WholeReport({ report }: { report: Report }) {
  return (
    <>
      <ReportHeading report={report} />
      <MetricCards report={report} />
      <OtherCurrencies report={report} />
      {isEmptyReport(report) ? (
        <EmptyReport type={report.type} />
      ) : (
        <>
          <ReportCharts report={report} />
          <ReportTable key={report.type} report={report} />
        </>
      )}
      <FigureDefinitions report={report} />
    </>
  )
}

function ReportSkeleton() {
  return (
    <>
      <div className="grid min-h-11 content-start gap-1">
        <Skeleton className="h-6 w-64" />
        <Skeleton className="h-4 w-80" />
      </div>
      <MetricCardSkeletons />
      <Card>
        <ChartPlaceholder />
      </Card>
    </>
  )
}
