import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Download from 'lucide-react/icons/download'
import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import Trophy from 'lucide-react/icons/trophy'
import { Suspense } from 'react'
import { Link } from 'wouter'
import type { DashboardMetrics } from '#contract/dashboard.ts'
import { t } from '#contract/i18n.ts'
import type { InventoryAlert } from '#contract/inventory.ts'
import { formatMoney } from '#contract/money.ts'
import { productsApi } from '#contract/products.ts'
import { changeOf, changeText, headlineFigures } from '#contract/headline-figures.ts'
import { reportsApi } from '#contract/reports.ts'
import { testNotification } from '#contract/test-notification.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { SyncInventory } from '#web/shared/amazon/sync-inventory.tsx'
import { AlertLine, alertsLink } from '#web/shared/inventory-alerts.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { useTestNotification } from '#web/shared/notifications.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { LoadError, QueryContent } from '#web/shared/query-content.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { buttonVariants, LinkButton } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { cardWideLink, FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useInventoryAlerts, useMetrics } from './api.ts'
import { BackgroundJobsCard } from './background-jobs-card.tsx'
import { MoreLink, PermittedLink } from './card-links.tsx'
import { ChannelStatusCard } from './channel-status-card.tsx'
import { RecentOrdersCard } from './recent-orders-card.tsx'
import { TodayCard } from './today-card.tsx'

export function DashboardPage() {
  return (
    <div className="grid gap-6">
      <PageHeader
        eyebrow={t('Command Center')}
        title={t('Dashboard')}
        actions={
          <>
            <TestNotifications />
            <SyncInventory label={t('Sync Now')} />
          </>
        }
      />
      <FirstStepsSection />
      <TodayCard />
      <MetricCards />
      <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_17rem] 2xl:grid-rows-[auto_1fr]">
        <RecentOrdersCard />
        <div className="grid min-w-0 items-start gap-6 lg:grid-cols-3 2xl:col-start-2 2xl:row-span-2 2xl:row-start-1 2xl:grid-cols-1">
          <ChannelStatusCard />
          <InventoryAlertsCard />
          <QuickActionsCard />
        </div>
        <BackgroundJobsCard />
      </div>
    </div>
  )
}

const FirstStepsCard = lazyPart(async () => (await import('./first-steps-card.tsx')).FirstStepsCard)

/** Renders and loads nothing once someone has hidden the checklist. */
export function FirstStepsSection() {
  const { data } = useMetrics()
  return <Suspense>{data?.hasFirstSteps && <FirstStepsCard />}</Suspense>
}

export function MetricCards() {
  const { data, error, isFetching, refetch } = useMetrics()
  return (
    <>
      {error && (
        <LoadError what={t('Today’s figures')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
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
        label={t("Today's Orders")}
        figure={data?.todayOrders}
        hint={before && describeChange(changeOf('count', data.todayOrders, before.orders), noOrders)}
        definition={headlineFigures.orders.definition}
        href={salesOfToday}
      />
      <MetricCard
        label={t('Revenue')}
        figure={data && formatMoney(data.todayRevenue, data.currency)}
        hint={before && revenueHint(data)}
        definition={headlineFigures.revenue.definition}
        href={salesOfToday}
      />
      <MetricCard
        label={t('Low Stock Alerts')}
        figure={data?.lowStockCount}
        hint={before && describeChange(changeOf('count', data.lowStockCount, before.lowStock), noAlerts)}
        definition={headlineFigures.lowStockSkus.definition}
        href={alertsLink}
      />
      <MetricCard
        label={t('Failed Jobs')}
        figure={data?.failedJobsCount}
        hint={data && (data.failedJobsCount > 0 ? t('Waiting for a retry') : t('All jobs completed'))}
        definition={t('Background jobs that failed at every attempt. They won’t run again unless retried.')}
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

const noOrders = t('No orders by this time yesterday')
const noAlerts = t('No alerts by this time yesterday')
const noRevenue = t('No revenue by this time yesterday')

/** Such as "+12% from yesterday at this time". A change from zero has no percentage, so `nothing` is shown instead. */
const describeChange = (change: number | null, nothing: string): string =>
  change === null ? nothing : t('{change} from this time yesterday', { change: changeText('count', change) })

/** Other currencies stand beside the figure, because nothing is converted. */
function revenueHint({ todayRevenue, otherRevenue, before }: DashboardMetrics): string {
  const change = describeChange(changeOf('money', todayRevenue, before.revenue), noRevenue)
  if (otherRevenue.length === 0) return change
  const amounts = otherRevenue.map(({ revenue, currency }) => formatMoney(revenue, currency)).join(', ')
  return t('Plus {amounts} · {change}', { amounts, change })
}

export function QuickActionsCard() {
  return (
    <Card aria-labelledby="quick-actions-heading">
      <CardHeader id="quick-actions-heading" title={t('Quick Actions')} />
      <CardBody className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        <PermittedLink access={productsApi.create.access} task={t('add products')} href="/products?create=product">
          <Plus aria-hidden />
          {t('Add New Product')}
        </PermittedLink>
        <SyncInventory label={t('Force Inventory Sync')} variant="secondary" />
        <ExportDailyReport />
        <Link href="/reports?type=best-sellers" className={buttonVariants()}>
          <Trophy aria-hidden />
          {t('Best Sellers')}
        </Link>
        <TestNotifications />
      </CardBody>
    </Card>
  )
}

/**
 * Downloads today's sales report (in the company's time zone) as XLSX. A plain link, so that the browser streams the
 * file to disk.
 */
function ExportDailyReport() {
  const { data, error } = useMetrics()
  const content = (
    <>
      <Download aria-hidden />
      {t('Export Daily Report')}
    </>
  )
  if (!data) {
    return (
      <BlockedButton reason={error ? t('Today’s date couldn’t be loaded.') : t('Loading...')}>{content}</BlockedButton>
    )
  }
  const day = { startDate: data.today, endDate: data.today }
  return (
    <LinkButton href={pathWithQuery(reportsApi.export, { type: 'sales', ...day, format: 'xlsx' })} download>
      {content}
    </LinkButton>
  )
}

export function TestNotifications() {
  const test = useTestNotification()
  return (
    <PermittedButton
      access={testNotification.access}
      task={t('send tests')}
      isPending={test.isPending}
      onClick={() => test.mutate('sms')}
    >
      <MessageSquare aria-hidden />
      {t('Test Notifications')}
    </PermittedButton>
  )
}

export function InventoryAlertsCard() {
  const query = useInventoryAlerts()
  return (
    <Card aria-labelledby="inventory-alerts-heading">
      <CardHeader id="inventory-alerts-heading" title={t('Inventory Alerts')} />
      <QueryContent what={t('The inventory alerts')} query={query} isInCard>
        {({ rows, total }) => <Alerts alerts={rows} more={total - rows.length} />}
      </QueryContent>
    </Card>
  )
}

function Alerts({ alerts, more }: { alerts: readonly InventoryAlert[]; more: number }) {
  if (alerts.length === 0) {
    return (
      <EmptyState icon={<CircleCheckBig />}>
        {t('No inventory alerts at this time. All products are adequately stocked.')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={t('Lowest stock')} className="divide-y">
        {alerts.map((alert) => (
          <AlertLine key={alert.sku.id} alert={alert} />
        ))}
      </ul>
      {more > 0 && (
        <MoreLink href={alertsLink}>
          {t('{more, plural, one {# more alert} other {# more alerts}} on the Inventory page', { more })}
        </MoreLink>
      )}
    </>
  )
}
