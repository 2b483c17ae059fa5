import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useReport } from './api.ts'
import { ReportFilters } from './filters/report-filters.tsx'
import { drillDownParam } from './orders/orders-behind-link.tsx'
import { readDrillDown } from './orders/orders-behind.ts'
import { DrillDownDrawer } from './orders/orders-drawer.tsx'
import { ReportExport } from './report-export.tsx'
import { ReportView } from './report-view.tsx'
import { ScheduledReports } from './schedules/scheduled-reports.tsx'
import { useReportFilter } from './use-report-filter.ts'

export function ReportsPage() {
  const filter = useReportFilter()
  const { applied, today } = filter
  const query = useReport(applied, today)
  const { id: drillDownKey, close } = useUrlDetail(drillDownParam)
  const drillDown = drillDownKey ? readDrillDown(drillDownKey, applied, query.data?.report) : null

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
      {drillDown && (
        <DrillDownDrawer key={drillDownKey} drillDown={drillDown} report={query.data?.report} onClose={close} />
      )}
    </div>
  )
}
