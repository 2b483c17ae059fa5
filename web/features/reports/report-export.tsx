import { reportTypeLabels } from '#contract/report-values.ts'
import { reportsApi } from '#contract/reports.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { FilesMenu } from '#web/shared/export-menu.tsx'
import { formatDays } from './report-days.ts'
import type { ReportChoice } from './use-report-filter.ts'

/** The workbook has figures, table and orders; no order makes a figure of the stock that is there now. */
export function ReportExport({ choice }: { choice: ReportChoice }) {
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
