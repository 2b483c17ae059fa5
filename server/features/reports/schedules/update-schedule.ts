import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { changedFields } from '#server/features/products/changed-fields.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readReportSettings } from '../queries/report-settings.ts'
import { auditedSchedule } from './audited-schedule.ts'
import { readScheduleRow } from './list-schedules.ts'
import { nextRunFields } from './planned.ts'
import { lockSchedule, updateScheduleRow as writeSchedule } from './queries/schedules.ts'
import { assertWeekday } from './refuse-weekday.ts'

/** What decides when it goes out: a change of anything else leaves that as it is. */
const timing = ['frequency', 'weekday', 'timeOfDay', 'isActive'] as const

export async function updateSchedule(
  ctx: CompanyContext,
  { scheduleId, ...wanted }: ParsedInputOf<typeof reportSchedulesApi.update>,
): Promise<ReportSchedule> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const stored = await lockSchedule(tx, companyId, scheduleId)
    const before = { ...stored, timeOfDay: stored.timeOfDay.slice(0, 5) }
    const changes = changedFields(before, wanted)
    if (!changes) return readScheduleRow(tx, ctx, scheduleId)
    const after = { ...before, ...changes }
    assertWeekday(after)
    const { timeZone } = await readReportSettings(tx, companyId)
    const isMoved = timing.some((field) => field in changes)
    const nextRun = isMoved ? nextRunFields(after, timeZone, ctx.clock.now()) : {}
    await writeSchedule(tx, companyId, scheduleId, { ...changes, ...nextRun })
    await recordAudit(tx, ctx, {
      action: 'report-schedule.update',
      resource: 'report-schedule',
      resourceId: scheduleId,
      companyId,
      before: auditedSchedule(before),
      after: auditedSchedule(after),
    })
    await ctx.publishChange(tx, 'reports')
    return readScheduleRow(tx, ctx, scheduleId)
  })
}
