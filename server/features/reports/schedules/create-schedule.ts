import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { readReportSettings } from '../queries/report-settings.ts'
import { auditedSchedule } from './audited-schedule.ts'
import { readScheduleRow } from './list-schedules.ts'
import { nextRunFields } from './planned.ts'
import { countSchedules, insertSchedule } from './queries/schedules.ts'
import { assertWeekday } from './refuse-weekday.ts'

const mostSchedules = 50

export async function createSchedule(
  ctx: CompanyContext,
  schedule: ParsedInputOf<typeof reportSchedulesApi.create>,
): Promise<ReportSchedule> {
  const { companyId } = ctx
  const id = newId()
  assertWeekday(schedule)
  return ctx.transaction(async (tx) => {
    if ((await countSchedules(tx, companyId)) >= mostSchedules) {
      throw new AppError('conflict', `There are ${mostSchedules} scheduled reports already. Delete one first.`)
    }
    const { timeZone } = await readReportSettings(tx, companyId)
    await insertSchedule(tx, { ...schedule, companyId, id, ...nextRunFields(schedule, timeZone, ctx.clock.now()) })
    await recordAudit(tx, ctx, {
      action: 'report-schedule.create',
      resource: 'report-schedule',
      resourceId: id,
      companyId,
      after: auditedSchedule(schedule),
    })
    await ctx.publishChange(tx, 'reports')
    return readScheduleRow(tx, ctx, id)
  })
}
