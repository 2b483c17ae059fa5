import type { ReportSchedule } from '#contract/report-schedules.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readMailTerms } from './queries/mail-terms.ts'
import { readLastRuns } from './queries/run-list.ts'
import { getScheduleOrThrow, listSchedulesOf, type ScheduleRecord } from './queries/schedules.ts'
import { toScheduleRow } from './schedule-row.ts'

export async function listSchedules(ctx: CompanyContext): Promise<ReportSchedule[]> {
  return ctx.read(async (tx) => toRows(tx, ctx, await listSchedulesOf(tx, ctx.companyId)))
}

export async function readScheduleRow(tx: Tx, ctx: CompanyContext, scheduleId: string): Promise<ReportSchedule> {
  const [row] = await toRows(tx, ctx, [await getScheduleOrThrow(tx, ctx.companyId, scheduleId)])
  if (!row) throw new Error('A schedule has its row')
  return row
}

async function toRows(tx: Tx, ctx: CompanyContext, schedules: ScheduleRecord[]): Promise<ReportSchedule[]> {
  const { timeZone, fallback } = await readMailTerms(tx, ctx.companyId)
  const lastRuns = await readLastRuns(tx, ctx.companyId)
  const now = ctx.clock.now()
  return schedules.map((schedule) =>
    toScheduleRow(schedule, { timeZone, fallback, lastRun: lastRuns.get(schedule.id) ?? null, now }),
  )
}
