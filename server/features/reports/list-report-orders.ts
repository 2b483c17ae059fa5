import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { ReportOrder, reportsApi } from '#contract/reports.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listOrdersBehindFigure } from './queries/report-orders.ts'
import { readReportScope } from './report-scope.ts'

export async function listReportOrders(
  ctx: CompanyContext,
  { startDate, endDate, limit, cursor, ...filter }: ParsedInputOf<typeof reportsApi.orders>,
): Promise<Page<ReportOrder>> {
  return ctx.read(async (tx) => {
    const { companyId, period } = await readReportScope(tx, ctx, { startDate, endDate })
    return listOrdersBehindFigure(tx, { ...filter, companyId, span: period.span }, { limit, cursor })
  })
}
