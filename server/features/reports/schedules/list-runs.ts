import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { ReportRun, reportSchedulesApi } from '#contract/report-schedules.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listRunPage } from './queries/run-list.ts'
import { getScheduleOrThrow } from './queries/schedules.ts'

export async function listRuns(
  ctx: CompanyContext,
  input: ParsedInputOf<typeof reportSchedulesApi.runs>,
): Promise<Page<ReportRun>> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    await getScheduleOrThrow(tx, companyId, input.scheduleId)
    return listRunPage(tx, { companyId, ...input })
  })
}
