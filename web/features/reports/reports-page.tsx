import { reportTypeLabels } from '#contract/report-values.ts'
import { reportsApi } from '#contract/reports.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { FilesMenu } from '#web/shared/export-menu.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useReport } from './api.ts'
import { DrillDownDrawer, drillDownParam } from './drill-down-drawer.tsx'
import { parseDrillDown } from './drill-down.ts'
import { formatDays } from './report-days.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportView } from './report-view.tsx'
import { ScheduledReports } from './schedules/scheduled-reports.tsx'
import { type ReportChoice, useReportFilter } from './use-report-filter.ts'

export function ReportsPage() {
  const filter = useReportFilter()
  const { applied, today } = filter
  const query = useReport(applied, today)
  const { id: drillDownKey, close } = useUrlDetail(drillDownParam)
  const drillDown = drillDownKey ? parseDrillDown(drillDownKey, applied, query.data?.report) : null

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

/** XLSX contains figures, table and orders. The inventory report has no orders. */
function ReportExport({ choice }: { choice: ReportChoice }) {
  const files = [
    { label: 'Workbook (XLSX)', href: pathWithQuery(reportsApi.export, { ...choice, format: 'xlsx' }) },
    { label: 'Table (CSV)', href: pathWithQuery(reportsApi.export, { ...choice, format: 'csv', part: 'table' }) },
    { label: 'Orders (CSV)', href: pathWithQuery(reportsApi.export, { ...choice, format: 'csv', part: 'orders' }) },
  ]
  return (
    <FilesMenu
      access={reportsApi.export.access}
      what={`${reportTypeLabels[choice.type]}, ${formatDays(choice)}`}
      files={choice.type === 'inventory' ? files.slice(0, 2) : files}
    />
  )
}
