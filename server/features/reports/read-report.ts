import type { Report, ReportRange } from '#contract/reports.ts'
import type { ReportType } from '#contract/report-words.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { makeChannelsReport } from './channels-report.ts'
import { makeCustomersReport } from './customers-report.ts'
import { makeInventoryReport } from './inventory-report.ts'
import { readReportScope } from './report-scope.ts'
import { makeSalesReport } from './sales-report.ts'

const makers = {
  sales: makeSalesReport,
  inventory: makeInventoryReport,
  channels: makeChannelsReport,
  customers: makeCustomersReport,
}

export async function readReport(
  ctx: CompanyContext,
  { type, ...range }: ReportRange & { type: ReportType },
): Promise<Report> {
  return ctx.transaction(async (tx) => makers[type](tx, await readReportScope(tx, ctx, range)))
}
