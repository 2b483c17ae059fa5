import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useReport } from './api.ts'
import { ReportFilters } from './filters/report-filters.tsx'
import { behindParam } from './orders/orders-behind-link.tsx'
import { ordersBehind } from './orders/orders-behind.ts'
import { OrdersDrawer } from './orders/orders-drawer.tsx'
import { ReportExport } from './report-export.tsx'
import { ReportView } from './report-view.tsx'
import { ScheduledReports } from './schedules/scheduled-reports.tsx'
import { useReportFilter } from './use-report-filter.ts'

export function ReportsPage() {
  const filter = useReportFilter()
  const { applied, today } = filter
  const query = useReport(applied, today)
  const { id: mark, close } = useUrlDetail(behindParam)
  const behind = mark ? ordersBehind(mark, applied, query.data?.report) : null

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Reports & Analytics"
        subtitle="What was sold and what is left, with the orders behind each figure"
        actions={<ReportExport choice={applied} />}
      />
      <ReportFilters filter={filter} />
      <ReportView query={query} />
      <ScheduledReports />
      {behind && <OrdersDrawer key={mark} behind={behind} report={query.data?.report} onClose={close} />}
    </div>
  )
}
