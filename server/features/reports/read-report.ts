import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Report, ReportOptions, ReportRange } from '#contract/reports.ts'
import type { ReportType } from '#contract/report-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { makeBestSellersReport } from './best-sellers.ts'
import { makeChannelsReport, makeSalesReport } from './sales-report.ts'
import { makeCustomersReport } from './customers-report.ts'
import { makeInventoryReport } from './inventory-report.ts'
import { makeChannelProfitReport, makeOrderProfitReport, makeSkuProfitReport } from './profit-report.ts'
import { readReportScope, type ReportScope } from './report-scope.ts'

type Maker = (tx: Tx, scope: ReportScope, options: ReportOptions) => Promise<Report>

const makers: Record<ReportType, Maker> = {
  sales: makeSalesReport,
  inventory: makeInventoryReport,
  channels: makeChannelsReport,
  customers: makeCustomersReport,
  'profit-skus': makeSkuProfitReport,
  'profit-channels': makeChannelProfitReport,
  'profit-orders': makeOrderProfitReport,
  'best-sellers': makeBestSellersReport,
}

export type ReportKind = ReportOptions & { type: ReportType }

export const makeReport = (
  ctx: CompanyContext,
  scope: ReportScope,
  { type, ...options }: ReportKind,
): Promise<Report> => withHeavySlot(ctx.companyId, () => ctx.read<Report>((tx) => makers[type](tx, scope, options)))

type ReportChoice = ReportRange & ReportKind

export const readReport = async (ctx: CompanyContext, choice: ReportChoice): Promise<Report> =>
  (await readScopedReport(ctx, choice)).report

/** A report with its scope, for files that contain more rows than the report on screen. */
export type ScopedReport = { scope: ReportScope; report: Report }

export async function readScopedReport(
  ctx: CompanyContext,
  { startDate, endDate, ...kind }: ReportChoice,
): Promise<ScopedReport> {
  assertOptions(kind)
  const scope = await ctx.read((tx) => readReportScope(tx, ctx, { startDate, endDate }))
  return { scope, report: await makeReport(ctx, scope, kind) }
}

/** Another report would ignore them, and so show more than was asked for. */
export function assertOptions({ type, channelId, rankBy }: ReportKind): void {
  if (type === 'best-sellers' || (channelId ?? rankBy) === undefined) return
  const field = channelId === undefined ? 'rankBy' : 'channelId'
  throw new AppError('invalid', say('Only the best sellers report can be filtered by channel and ranked.'), [
    { field, message: say('is only for best sellers') },
  ])
}
