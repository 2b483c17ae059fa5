import { Link } from 'wouter'
import type { DashboardMetrics } from '#contract/dashboard.ts'
import { formatMoney } from '#contract/money.ts'
import { changeOf, changeText, figures } from '#contract/report-figures.ts'
import { alertsLink } from '#web/shared/inventory-alerts.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { cardWideLink, FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useMetrics } from './api.ts'

export function MetricCards() {
  const { data, error, isFetching, refetch } = useMetrics()
  return (
    <>
      {error && (
        <LoadError what="Today’s figures" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {(data || !error) && <Cards metrics={data} />}
    </>
  )
}

/** While the metrics load, the cards show skeletons so that the layout does not jump. */
function Cards({ metrics: data }: { metrics: DashboardMetrics | undefined }) {
  const before = data?.before
  const salesOfToday = data ? `/reports?type=sales&startDate=${data.today}&endDate=${data.today}` : '/reports'
  return (
    <FigureCards>
      <MetricCard
        label="Today's Orders"
        figure={data?.todayOrders}
        hint={before && describeChange(changeOf('count', data.todayOrders, before.orders), 'No orders')}
        definition={figures.orders.definition}
        href={salesOfToday}
      />
      <MetricCard
        label="Revenue"
        figure={data && formatMoney(data.todayRevenue, data.currency)}
        hint={before && describeChange(changeOf('money', data.todayRevenue, before.revenue), 'No revenue')}
        definition={figures.revenue.definition}
        href={salesOfToday}
      />
      <MetricCard
        label="Low Stock Alerts"
        figure={data?.lowStockCount}
        hint={before && describeChange(changeOf('count', data.lowStockCount, before.lowStock), 'No alerts')}
        definition={figures.lowStockSkus.definition}
        href={alertsLink}
      />
      <MetricCard
        label="Failed Jobs"
        figure={data?.failedJobsCount}
        hint={data && (data.failedJobsCount > 0 ? 'Waiting for a retry' : 'Everything ran')}
        definition="Background jobs that used up their attempts and run again only when somebody retries them."
        href="#background-jobs"
      />
    </FigureCards>
  )
}

type MetricCardProps = {
  label: string
  figure: number | string | undefined
  hint: string | undefined
  /** Definition of the figure, shown in a tooltip. */
  definition: string
  href: string
}

/** The whole card is a link to the rows that the figure counts. */
function MetricCard({ label, figure, hint, definition, href }: MetricCardProps) {
  const isOnThisScreen = href.startsWith('#')
  return (
    <FigureCard
      label={
        <Tooltip content={definition} side="bottom">
          {isOnThisScreen ? (
            <a href={href} className={cardWideLink}>
              {label}
            </a>
          ) : (
            <Link href={href} className={cardWideLink}>
              {label}
            </Link>
          )}
        </Tooltip>
      }
      figure={figure}
      hint={hint ?? <Skeleton className="my-0.5 h-3 w-28" />}
    />
  )
}

/** Such as "+12% from yesterday at this hour". A change from zero has no percentage, so `nothing` is shown instead. */
const describeChange = (change: number | null, nothing: string): string =>
  `${change === null ? nothing : `${changeText('count', change)} from`} yesterday at this hour`
