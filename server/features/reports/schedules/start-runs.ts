import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import type { ReportRange } from '#contract/reports.ts'
import { listActiveCompanies } from '#server/features/channels/channel-queries.ts'
import { sentBeforeRestore } from '#server/features/notifications/notification-row.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import { newId } from '#server/platform/ids.ts'
import { daysCovered, expiredBefore, lastRunUpTo, nextRunFields } from './next-run.ts'
import {
  hasSchedulesToStart,
  lockSchedule,
  lockSchedulesToStart,
  type ScheduleRecord,
  updateScheduleRow,
} from './queries.ts'
import { failPendingBefore, hasPendingRun, insertRun } from './run-queries.ts'
import { readScheduleRow } from './schedules.ts'

/**
 * Job that runs each minute: starts the due schedules of all companies. Safe to run concurrently, since schedules are
 * locked with `skip locked`.
 */
export async function startDueReports(ctx: PlatformContext): Promise<{ started: number }> {
  let started = 0
  const now = ctx.clock.now()
  for (const companyId of await ctx.read(listActiveCompanies)) {
    try {
      // Most companies have nothing to start, and checking is one round trip without a transaction.
      if (!(await ctx.read((tx) => hasSchedulesToStart(tx, companyId, now), companyId))) continue
      started += await ctx.transaction((tx) => startDueReportsOf(tx, ctx, companyId, now), companyId)
    } catch (error) {
      ctx.log.error(
        { err: error, companyId },
        'reports: could not start the due reports of a company; tried again in a minute',
      )
    }
  }
  return { started }
}

async function startDueReportsOf(tx: Tx, ctx: PlatformContext, companyId: string, now: Date): Promise<number> {
  const found = await lockSchedulesToStart(tx, companyId, now)
  let started = 0
  for (const { schedule, timeZone } of found) {
    const dueAt = dueMoment(schedule, timeZone, now)
    const isToSend = dueAt !== null && sentBeforeRestore(ctx, dueAt) === null
    const request = { schedule, timeZone, requestedBy: null, now }
    if (isToSend && (await requestRun(tx, ctx.enqueueFor(companyId), { ...request, dueAt }))) started += 1
    await updateScheduleRow(tx, companyId, schedule.id, nextRunFields(schedule, timeZone, now))
  }
  if (found.length > 0) await ctx.notifyCompany(tx, companyId, 'reports')
  return started
}

/** If several moments were missed, only the newest is sent. Null if the schedule is not due. */
function dueMoment(schedule: ScheduleRecord, timeZone: string, now: Date): Date | null {
  const { nextRunAt } = schedule
  if (nextRunAt === null || nextRunAt > now) return null
  const last = lastRunUpTo(schedule, timeZone, now)
  return last > nextRunAt ? last : nextRunAt
}

/** Starts a run now, even if the schedule is paused. The next scheduled run stays as it is. */
export async function runSchedule(
  ctx: CompanyContext,
  { scheduleId }: ParsedInputOf<typeof reportSchedulesApi.run>,
): Promise<ReportSchedule> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, companyId, scheduleId)
    const { timeZone } = await readCompanyLocale(tx, companyId)
    const isOnItsWay = await hasPendingRun(tx, { companyId, scheduleId }, expiredBefore(now))
    const request = { schedule, dueAt: now, timeZone, requestedBy: ctx.actor.name, now }
    const range = isOnItsWay ? null : await requestRun(tx, ctx.enqueue, request)
    if (!range) throw new AppError('conflict', say('This report is already being sent.'))
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

const interrupted = formatMessage(say('It was interrupted and did not finish. Choose Run now to send it again.'))

type RunRequest = { schedule: ScheduleRecord; dueAt: Date; timeZone: string; requestedBy: string | null; now: Date }

/** Inserts a run and enqueues its job in the same transaction. Returns null if the run exists. */
async function requestRun(
  tx: Tx,
  enqueue: CompanyContext['enqueue'],
  { schedule, dueAt, timeZone, requestedBy, now }: RunRequest,
): Promise<ReportRange | null> {
  const { companyId, id: scheduleId } = schedule
  await failPendingBefore(tx, { companyId, scheduleId }, expiredBefore(now), interrupted)
  const range = daysCovered(schedule.frequency, timeZone, dueAt)
  const run = { companyId, id: newId(), scheduledReportId: scheduleId, dueAt, requestedBy, ...range }
  const runId = await insertRun(tx, run)
  if (runId === null) return null
  await enqueue(tx, 'reports.send', { runId })
  return range
}
