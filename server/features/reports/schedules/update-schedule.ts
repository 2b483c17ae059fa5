import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { changedFields } from '#server/features/products/changed-fields.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readReportSettings } from '../queries/report-settings.ts'
import { auditedSchedule } from './audited-schedule.ts'
import { readScheduleRow } from './list-schedules.ts'
import { planned } from './planned.ts'
import { lockSchedule, updateSchedule as writeSchedule } from './queries/schedules.ts'
import { refuseWeekday } from './refuse-weekday.ts'

/** What decides when it goes out: a change of anything else leaves that as it is. */
const timing = ['frequency', 'weekday', 'timeOfDay', 'isActive'] as const

export async function updateSchedule(
  ctx: CompanyContext,
  { scheduleId, ...wanted }: ParsedInputOf<typeof reportSchedulesApi.update>,
): Promise<ReportSchedule> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const kept = await lockSchedule(tx, companyId, scheduleId)
    const before = { ...kept, timeOfDay: kept.timeOfDay.slice(0, 5) }
    const changes = changedFields(before, wanted)
    if (!changes) return readScheduleRow(tx, ctx, scheduleId)
    const after = { ...before, ...changes }
    refuseWeekday(after)
    const { timeZone } = await readReportSettings(tx, companyId)
    const isMoved = timing.some((field) => field in changes)
    const plan = isMoved ? planned(after, timeZone, ctx.clock.now()) : {}
    await writeSchedule(tx, companyId, scheduleId, { ...changes, ...plan })
    await recordAudit(tx, ctx, {
      action: 'report-schedule.update',
      resource: 'report-schedule',
      resourceId: scheduleId,
      companyId,
      before: auditedSchedule(before),
      after: auditedSchedule(after),
    })
    await ctx.announce(tx, 'reports')
    return readScheduleRow(tx, ctx, scheduleId)
  })
}
