import type { DashboardMetrics } from '#contract/dashboard.ts'
import { formatMoney } from '#contract/money.ts'
import { changeOf, figures } from '#contract/report-figures.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { alertsLink } from '#web/shared/inventory-alerts/alerts-place.ts'
import { FigureCards } from '#web/ui/figure-card.tsx'
import { useMetrics } from '../api.ts'
import { describeChange } from './change-in-words.ts'
import { MetricCard } from './metric-card.tsx'

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

/** Without metrics, the cards keep the place where the figures will be. */
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
