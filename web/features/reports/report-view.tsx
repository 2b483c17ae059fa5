import { cx } from 'class-variance-authority'
import ChartColumn from 'lucide-react/icons/chart-column'
import Package from 'lucide-react/icons/package'
import { type ComponentProps, useId } from 'react'
import { Link, useSearchParams } from 'wouter'
import { t } from '#contract/i18n.ts'
import { reportColumns } from '#contract/report-columns.ts'
import { changeOf, changeText } from '#contract/headline-figures.ts'
import { type FigureName, figures, figureText } from '#contract/report-figures.ts'
import { gapsText } from '#contract/order-profit.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import type { Report, ReportMetric } from '#contract/reports.ts'
import { ChartPlaceholder } from '#web/shared/chart/chart.tsx'
import { alertsLink } from '#web/shared/inventory-alerts.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { useReport } from './api.ts'
import { figureKey } from './drill-down.ts'
import { DrillDownLink } from './drill-down-link.tsx'
import { OtherCurrencies } from './other-currencies.tsx'
import { ReportCharts } from './report-charts.tsx'
import { formatDays, formatDaysShort, timeZoneLabel } from './report-days.ts'
import { ReportTable } from './report-table.tsx'

/** The report with its loading and error states. While another report loads, the previous one stays, faded. */
export function ReportView({ query }: { query: ReturnType<typeof useReport> }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query

  return (
    <section
      aria-label={t('Report')}
      aria-busy={isPlaceholderData}
      className={cx('grid gap-4 transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      {error && (
        <LoadError what={t('The report')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
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
      {'gaps' in report && <LeftOutNotice report={report} />}
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
  const values = { zone: timeZoneLabel(timeZone), days: formatDaysShort(previous) }
  return (
    <header aria-live="polite">
      <h2 id="report" className="text-lg font-semibold">
        {reportTypeLabels[type]}, {formatDays(range)}
      </h2>
      <p className="text-sm text-muted">
        {previous.isCut
          ? t('{zone}. Compared with {days}; today is compared up to this hour.', values)
          : t('{zone}. Compared with {days}.', values)}
      </p>
    </header>
  )
}

function isEmptyReport(report: Report): boolean {
  switch (report.type) {
    case 'sales':
    case 'channels':
      return report.rows.every(({ orders, cancelledOrders }) => orders + cancelledOrders === 0)
    case 'profit-skus':
    case 'profit-channels':
    case 'profit-orders':
      return report.gaps.orders === 0
    case 'best-sellers':
    case 'customers':
    case 'inventory':
      return report.rowCount === 0
  }
}

type LeftOutNoticeProps = { report: Extract<Report, { gaps: unknown }> }

/** Names what the profit does not cover, with the way to the orders and SKUs of which something is missing. */
function LeftOutNotice({ report: { gaps, range, type } }: LeftOutNoticeProps) {
  const text = gapsText(gaps)
  if (text === null) return null
  const query = new URLSearchParams({ type: 'profit-skus', ...range })
  return (
    <Alert tone="neutral" title={t('Not all orders are counted')}>
      {text}{' '}
      {gaps.linesWithoutCost > 0 && (
        <>
          {t('Enter the unit cost in the SKU form on the Products page.')}{' '}
          {type !== 'profit-skus' && (
            <Link href={`/reports?${query}`} className="text-accent underline underline-offset-2">
              {t('View SKUs')}
            </Link>
          )}
        </>
      )}
    </Alert>
  )
}

/** Shown instead of charts and table. */
function EmptyReport({ type }: { type: Report['type'] }) {
  return <Card>{type === 'inventory' ? <NoSkus /> : type === 'best-sellers' ? <NoSales /> : <NoOrders />}</Card>
}

function NoSales() {
  return (
    <EmptyState icon={<ChartColumn />}>
      {t('No sales in this period. Choose a longer period or another channel.')}
    </EmptyState>
  )
}

function NoSkus() {
  return (
    <EmptyState
      icon={<Package />}
      action={
        <Link href="/products" className={buttonVariants()}>
          {t('Add products')}
        </Link>
      }
    >
      {t('No active SKUs yet. Add products to see what’s in stock, what’s selling and how long it will last.')}
    </EmptyState>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<ChartColumn />}
      action={
        <Link href="/channels" className={buttonVariants()}>
          {t('See your channels')}
        </Link>
      }
    >
      {t('No orders in this period. Choose a longer period to look further back.')}
    </EmptyState>
  )
}

/** The definitions that tooltips show, for people who do not use a pointer. */
function FigureDefinitions({ report: { type, metrics } }: { report: Report }) {
  const columns = reportColumns[type].flatMap(({ figure }) => figure ?? [])
  const shown = new Set([...metrics.map(({ figure }) => figure), ...columns])
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">{t('What these figures mean')}</summary>
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

const gridStyles = 'grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 md:gap-4 lg:grid-cols-4'

function ReportMetrics({ report: { metrics, currency, previous } }: { report: Report }) {
  return (
    <dl className={gridStyles}>
      {metrics.map((metric) => (
        <MetricCard key={metric.figure} metric={metric} currency={currency} daysBefore={formatDaysShort(previous)} />
      ))}
    </dl>
  )
}

/** Skeletons in the size of the four cards. */
function ReportMetricSkeletons() {
  return (
    <div className={gridStyles}>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <div key={place} className="grid content-start gap-2 rounded-lg border bg-raised px-4 py-3 md:px-5 md:py-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </div>
  )
}

type MetricCardProps = { metric: ReportMetric; currency: string; daysBefore: string }

/**
 * The figure links to the rows behind it. Its definition is shown on hover and focus, and read out by
 * `aria-describedby`.
 */
function MetricCard({ metric, currency, daysBefore }: MetricCardProps) {
  const id = useId()
  const { label, kind, definition } = figures[metric.figure]
  const [labelId, valueId, definitionId] = [`${id}-label`, `${id}-value`, `${id}-definition`]
  return (
    <div className="min-w-0 rounded-lg border bg-raised px-4 py-3 shadow-raised md:px-5 md:py-4">
      <dt id={labelId} className="text-sm text-muted">
        {label}
      </dt>
      <dd className="text-2xl font-semibold wrap-anywhere">
        <Tooltip content={definition}>
          <FigureLink
            id={valueId}
            figure={metric.figure}
            aria-labelledby={`${labelId} ${valueId}`}
            aria-describedby={definitionId}
            className="inline-flex min-h-10 items-center decoration-1 underline-offset-4 hover:underline md:min-h-9"
          >
            {figureText(kind, metric.value, currency)}
          </FigureLink>
        </Tooltip>
      </dd>
      <dd className="min-h-5 text-sm text-muted">
        <MetricChange metric={metric} currency={currency} daysBefore={daysBefore} />
      </dd>
      <dd id={definitionId} hidden>
        {definition}
      </dd>
    </div>
  )
}

type FigureLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { figure: FigureName }

function FigureLink({ figure, ...link }: FigureLinkProps) {
  const [params] = useSearchParams()
  const place = profitFigures.has(figure) ? profitOrdersLink(params) : stockLinks[figure]
  return place ? <Link {...link} href={place} /> : <DrillDownLink {...link} drillDownKey={figureKey(figure)} />
}

/** Their orders are rows of a report of their own, with what each earned or lacks. */
const profitFigures: ReadonlySet<FigureName> = new Set<FigureName>([
  'netSales',
  'profit',
  'profitMargin',
  'ordersLeftOut',
])

function profitOrdersLink(params: URLSearchParams): string {
  const days = ['startDate', 'endDate'].flatMap((name) => {
    const day = params.get(name)
    return day ? [[name, day]] : []
  })
  return `/reports?${new URLSearchParams([['type', 'profit-orders'], ...days])}`
}

const betterWhenLess: ReadonlySet<FigureName> = new Set<FigureName>([
  'cancelledOrders',
  'cancelledShare',
  'lowStockSkus',
  'outOfStockSkus',
  'ordersLeftOut',
])

type MetricChangeProps = { metric: ReportMetric; currency: string; daysBefore: string }

function MetricChange({ metric, currency, daysBefore }: MetricChangeProps) {
  const { figure, value, previous } = metric
  const { kind } = figures[figure]
  const change = changeOf(kind, value, previous)
  if (change === null) {
    return previous === null && stockLinks[figure]
      ? t('Current stock')
      : t('No comparison data for {daysBefore}', { daysBefore })
  }
  return rich(t('{change} from {daysBefore}'), {
    change: (
      <span className={toneOf(figure, change)}>
        {change !== 0 && <span aria-hidden>{change > 0 ? '▲ ' : '▼ '}</span>}
        {changeText(kind, change)}
      </span>
    ),
    daysBefore: (
      <span title={t('{figure} in that period', { figure: figureText(kind, previous, currency) })}>{daysBefore}</span>
    ),
  })
}

function toneOf(figure: FigureName, change: number): string {
  if (change === 0) return 'font-medium text-ink'
  return change > 0 === betterWhenLess.has(figure) ? 'font-medium text-danger' : 'font-medium text-success'
}

/** Figures of the present stock link to the inventory, because SKUs and not orders are behind them. */
const stockLinks: Partial<Record<FigureName, string>> = {
  unitsAvailable: '/inventory',
  unitsInbound: '/inventory',
  daysOfCover: '/inventory',
  lowStockSkus: alertsLink,
  outOfStockSkus: '/inventory?status=out_of_stock',
}
