import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { reportSchedulesApi } from '#contract/report-schedules.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { auditedSchedule } from './audited-schedule.ts'
import { deleteScheduleRow, lockSchedule } from './queries/schedules.ts'

export async function removeSchedule(
  ctx: CompanyContext,
  { scheduleId }: ParsedInputOf<typeof reportSchedulesApi.remove>,
): Promise<{ id: string }> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const before = await lockSchedule(tx, companyId, scheduleId)
    await deleteScheduleRow(tx, companyId, scheduleId)
    await recordAudit(tx, ctx, {
      action: 'report-schedule.remove',
      resource: 'report-schedule',
      resourceId: scheduleId,
      companyId,
      before: auditedSchedule(before),
    })
    await ctx.publishChange(tx, 'reports')
    return { id: scheduleId }
  })
}
