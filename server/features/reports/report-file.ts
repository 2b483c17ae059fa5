import type { ReportFormat } from '#contract/report-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { ScopedReport } from './read-report.ts'
import { toCsvDownload, toWorkbookDownload } from './report-content.ts'
import { reportTable } from './report-table.ts'
import { summarySheet } from './summary-sheet.ts'

type ReportFile = { fileName: string; contentType: string; content: Buffer }

/** The report to be sent along with a mail: a workbook of figures and table, or the table as CSV; no orders. */
export async function reportFile(ctx: CompanyContext, made: ScopedReport, format: ReportFormat): Promise<ReportFile> {
  const { report } = made
  const named = { name: `${report.type}-report`, range: report.range }
  const table = reportTable(ctx, made)
  const file = format === 'csv' ? toCsvDownload(named, table) : toWorkbookDownload(named, [summarySheet(report), table])
  const chunks: Uint8Array[] = []
  for await (const chunk of file.content) chunks.push(Buffer.from(chunk))
  return { ...file, content: Buffer.concat(chunks) }
}
