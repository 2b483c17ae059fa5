import { PageHeader } from '#web/ui/page-header.tsx'
import { BackgroundJobsCard } from './background-jobs-card.tsx'
import { RecentOrdersCard } from './recent-orders/recent-orders-card.tsx'
import { TestNotifications } from './test-notifications.tsx'

export function DashboardPage() {
  return (
    <div className="grid gap-6">
      <PageHeader eyebrow="Command Center" title="Dashboard" actions={<TestNotifications />} />
      <RecentOrdersCard />
      <BackgroundJobsCard />
    </div>
  )
}
