import type { ExportFormat } from '#contract/fields.ts'
import type { ReportRange } from '#contract/reports.ts'
import { type Download, workbookType } from '#server/platform/spreadsheet/export-file.ts'
import { csvContent } from '#server/platform/spreadsheet/csv.ts'
import { workbookContent, type SheetContent } from '#server/platform/spreadsheet/workbook.ts'

type NamedRange = { name: string; range: ReportRange }

/** Such as `sales-report-2026-02-01-to-2026-03-02.csv`. */
const fileName = ({ name, range }: NamedRange, format: ExportFormat) => {
  const { startDate, endDate } = range
  return `${name}-${startDate === endDate ? startDate : `${startDate}-to-${endDate}`}.${format}`
}

export const toCsvDownload = (named: NamedRange, { columns, rows }: SheetContent): Download => ({
  fileName: fileName(named, 'csv'),
  contentType: 'text/csv; charset=utf-8',
  content: csvContent(columns, rows),
})

export const toWorkbookDownload = (named: NamedRange, sheets: readonly SheetContent[]): Download => ({
  fileName: fileName(named, 'xlsx'),
  contentType: workbookType,
  content: workbookContent(sheets),
})
