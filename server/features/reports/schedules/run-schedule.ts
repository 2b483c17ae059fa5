import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readReportSettings } from '../queries/report-settings.ts'
import { readScheduleRow } from './list-schedules.ts'
import { expiredBefore } from './patience.ts'
import { hasPendingRun } from './queries/runs.ts'
import { lockSchedule } from './queries/schedules.ts'
import { requestRun } from './request-run.ts'

/** Sends it now, paused or not, and leaves alone when it goes out by itself. */
export async function runSchedule(
  ctx: CompanyContext,
  { scheduleId }: ParsedInputOf<typeof reportSchedulesApi.run>,
): Promise<ReportSchedule> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, companyId, scheduleId)
    const { timeZone } = await readReportSettings(tx, companyId)
    const isOnItsWay = await hasPendingRun(tx, { companyId, scheduleId }, expiredBefore(now))
    const wanted = { schedule, dueAt: now, timeZone, requestedBy: ctx.actor.name, now }
    const range = isOnItsWay ? null : await requestRun(tx, ctx.enqueue, wanted)
    if (!range) throw new AppError('conflict', 'This report is on its way already. Wait until it is sent.')
    await recordAudit(tx, ctx, {
      action: 'report-schedule.run',
      resource: 'report-schedule',
      resourceId: scheduleId,
      companyId,
      after: { name: schedule.name, ...range },
    })
    await ctx.publishChange(tx, 'reports')
    return readScheduleRow(tx, ctx, scheduleId)
  })
}
