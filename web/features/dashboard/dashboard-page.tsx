import { PageHeader } from '#web/ui/page-header.tsx'
import { BackgroundJobsCard } from './background-jobs-card.tsx'
import { RecentOrdersCard } from './recent-orders/recent-orders-card.tsx'

export function DashboardPage() {
  return (
    <div className="grid gap-6">
      <PageHeader eyebrow="Command Center" title="Dashboard" />
      <RecentOrdersCard />
      <BackgroundJobsCard />
    </div>
  )
}
