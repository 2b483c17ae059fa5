import { SyncInventory } from '#web/shared/sync-inventory.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BackgroundJobsCard } from './background-jobs-card.tsx'
import { ChannelStatusCard } from './channel-status/channel-status-card.tsx'
import { FirstSteps } from './first-steps/first-steps.tsx'
import { InventoryAlertsCard } from './inventory-alerts/inventory-alerts-card.tsx'
import { MetricCards } from './metrics/metric-cards.tsx'
import { QuickActionsCard } from './quick-actions/quick-actions-card.tsx'
import { RecentOrdersCard } from './recent-orders/recent-orders-card.tsx'
import { TestNotifications } from './test-notifications.tsx'

export function DashboardPage() {
  return (
    <div className="grid gap-6">
      <PageHeader
        eyebrow="Command Center"
        title="Dashboard"
        actions={
          <>
            <TestNotifications />
            <SyncInventory label="Sync Now" />
          </>
        }
      />
      <FirstSteps />
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
