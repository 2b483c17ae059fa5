import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { reportsApi } from '#contract/reports.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/spreadsheet/export-file.ts'
import { ordersTable } from './orders-table.ts'
import { makeReport } from './read-report.ts'
import { toCsvDownload, toWorkbookDownload } from './report-content.ts'
import { readReportScope } from './report-scope.ts'
import { reportTable } from './report-table.ts'
import { summarySheet } from './summary-sheet.ts'

type Input = ParsedInputOf<typeof reportsApi.export>

export async function exportReport(ctx: CompanyContext, { type, format, part, ...range }: Input): Promise<Download> {
  const scope = await ctx.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      action: 'report.export',
      resource: 'report',
      resourceId: null,
      companyId: ctx.companyId,
      after: { type, ...range, format, ...(format === 'csv' && { part }) },
    })
    return readReportScope(tx, ctx, range)
  })
  const orders = ordersTable(ctx, scope)
  if (format === 'csv' && part === 'orders') return toCsvDownload({ name: 'orders', range }, orders)
  const named = { name: `${type}-report`, range }
  const report = await makeReport(ctx, scope, type)
  const table = reportTable(ctx, { scope, report })
  if (format === 'csv') return toCsvDownload(named, table)
  return toWorkbookDownload(named, [summarySheet(report), table, ...(type === 'inventory' ? [] : [orders])])
}
