import type { Report, ReportRange } from '#contract/reports.ts'
import type { ReportType } from '#contract/report-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import { makeChannelsReport, makeSalesReport } from './sales-report.ts'
import { makeCustomersReport } from './customers-report.ts'
import { makeInventoryReport } from './inventory-report.ts'
import { readReportScope, type ReportScope } from './report-scope.ts'

const makers = {
  sales: makeSalesReport,
  inventory: makeInventoryReport,
  channels: makeChannelsReport,
  customers: makeCustomersReport,
}

export const makeReport = (ctx: CompanyContext, scope: ReportScope, type: ReportType): Promise<Report> =>
  withHeavySlot(ctx.companyId, () => ctx.read<Report>((tx) => makers[type](tx, scope)))

type ReportChoice = ReportRange & { type: ReportType }

export const readReport = async (ctx: CompanyContext, choice: ReportChoice): Promise<Report> =>
  (await readScopedReport(ctx, choice)).report

/** A report with its scope, for files that contain more rows than the report on screen. */
export type ScopedReport = { scope: ReportScope; report: Report }

export async function readScopedReport(ctx: CompanyContext, { type, ...range }: ReportChoice): Promise<ScopedReport> {
  const scope = await ctx.read((tx) => readReportScope(tx, ctx, range))
  return { scope, report: await makeReport(ctx, scope, type) }
}
