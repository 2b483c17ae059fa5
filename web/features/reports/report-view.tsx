import { cx } from 'class-variance-authority'
import ChartColumn from 'lucide-react/icons/chart-column'
import Package from 'lucide-react/icons/package'
import { Link } from 'wouter'
import { reportColumns } from '#contract/report-columns.ts'
import { figures } from '#contract/report-figures.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import type { Report } from '#contract/reports.ts'
import { ChartPlaceholder } from '#web/shared/chart/chart.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import type { useReport } from './api.ts'
import { ReportMetrics, ReportMetricSkeletons } from './report-metrics.tsx'
import { OtherCurrencies } from './other-currencies.tsx'
import { ReportCharts } from './report-charts.tsx'
import { formatDays, formatDaysShort } from './report-days.ts'
import { ReportTable } from './report-table.tsx'

/** The report with its loading and error states. While another report loads, the previous one stays, faded. */
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
      <ReportMetrics report={report} />
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
      <ReportMetricSkeletons />
      <Card>
        <ChartPlaceholder />
      </Card>
    </>
  )
}

/** A live region, so that screen readers announce a new report. */
function ReportHeading({ report: { type, range, previous, timeZone } }: { report: Report }) {
  return (
    <header aria-live="polite">
      <h2 id="report" className="text-lg font-semibold">
        {reportTypeLabels[type]}, {formatDays(range)}
      </h2>
      <p className="text-sm text-muted">
        Days of {timeZone}, compared with {formatDaysShort(previous)}.
        {previous.isCut && ' The last day is not over: it is compared with the same hours.'}
      </p>
    </header>
  )
}

function isEmptyReport(report: Report): boolean {
  switch (report.type) {
    case 'sales':
    case 'channels':
      return report.rows.every(({ orders, cancelledOrders }) => orders + cancelledOrders === 0)
    case 'inventory':
    case 'customers':
      return report.rowCount === 0
  }
}

/** Shown instead of charts and table. */
function EmptyReport({ type }: { type: Report['type'] }) {
  return <Card>{type === 'inventory' ? <NoSkus /> : <NoOrders />}</Card>
}

function NoSkus() {
  return (
    <EmptyState
      icon={<Package />}
      action={
        <Link href="/products" className={buttonVariants()}>
          Add products
        </Link>
      }
    >
      No active SKUs yet. What is in stock, what sells and how long it lasts appears here once there are products.
    </EmptyState>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<ChartColumn />}
      action={
        <Link href="/channels" className={buttonVariants()}>
          See your channels
        </Link>
      }
    >
      No orders were placed in these days. Charts and a table appear here as soon as a channel brings the first one;
      choose more days to look further back.
    </EmptyState>
  )
}

/** The definitions that tooltips show, for people who do not use a pointer. */
function FigureDefinitions({ report: { type, metrics } }: { report: Report }) {
  const columns = reportColumns[type].flatMap(({ figure }) => figure ?? [])
  const shown = new Set([...metrics.map(({ figure }) => figure), ...columns])
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">What these figures mean</summary>
      <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {[...shown].map((figure) => (
          <div key={figure} className="sm:contents">
            <dt className="font-medium">{figures[figure].label}</dt>
            <dd className="max-w-prose text-muted">{figures[figure].definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
