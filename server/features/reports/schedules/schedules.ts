import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import { asMessage, say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import {
  type ReportRun,
  type ReportSchedule,
  type reportSchedulesApi,
  type ScheduleInput,
  weekdayProblem,
} from '#contract/report-schedules.ts'
import { changedFields } from '#server/features/products/record-changes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { newId } from '#server/platform/ids.ts'
import { nextRunAfter, nextRunFields } from './next-run.ts'
import {
  countSchedules,
  deleteScheduleRow,
  getScheduleOrThrow,
  insertSchedule,
  listSchedulesOf,
  lockSchedule,
  type ScheduleRecord,
  updateScheduleRow as writeSchedule,
} from './queries.ts'
import { listRunPage, readLastRuns, readMailTerms } from './run-queries.ts'

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
    toScheduleRow(schedule, { timeZone, fallback, lastRun: forReader(ctx, lastRuns.get(schedule.id)), now }),
  )
}

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
      throw new AppError(
        'conflict',
        say('You already have {max} scheduled reports. Delete one first.', { max: mostSchedules }),
      )
    }
    const { timeZone } = await readCompanyLocale(tx, companyId)
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

/** Fields whose change moves the next run. */
const timing = ['frequency', 'weekday', 'timeOfDay', 'isActive'] as const

export async function updateSchedule(
  ctx: CompanyContext,
  { scheduleId, ...input }: ParsedInputOf<typeof reportSchedulesApi.update>,
): Promise<ReportSchedule> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const stored = await lockSchedule(tx, companyId, scheduleId)
    const before = { ...stored, timeOfDay: stored.timeOfDay.slice(0, 5) }
    const changes = changedFields(before, input)
    if (!changes) return readScheduleRow(tx, ctx, scheduleId)
    const after = { ...before, ...changes }
    assertWeekday(after)
    const { timeZone } = await readCompanyLocale(tx, companyId)
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

export async function listRuns(
  ctx: CompanyContext,
  input: ParsedInputOf<typeof reportSchedulesApi.runs>,
): Promise<Page<ReportRun>> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    await getScheduleOrThrow(tx, companyId, input.scheduleId)
    const page = await listRunPage(tx, { companyId, ...input })
    return { ...page, rows: page.rows.map((run) => forReader(ctx, run)) }
  })
}

function forReader(ctx: CompanyContext, run: ReportRun): ReportRun
function forReader(ctx: CompanyContext, run: ReportRun | undefined): ReportRun | null
function forReader(ctx: CompanyContext, run: ReportRun | undefined): ReportRun | null {
  return run ? { ...run, error: translateStored(ctx, run.error) } : null
}

type ScheduleContext = { timeZone: string; fallback: string | null; lastRun: ReportRun | null; now: Date }

/** Shows the next run even before the scheduler has stored it. */
function toScheduleRow(
  schedule: ScheduleRecord,
  { timeZone, fallback, lastRun, now }: ScheduleContext,
): ReportSchedule {
  const { id, name, reportType, format, frequency, weekday, timeOfDay, audience, recipients, isActive } = schedule
  const stored = schedule.nextRunZone === timeZone ? schedule.nextRunAt : null
  const nextRunAt = isActive ? (stored ?? nextRunAfter(schedule, timeZone, now)) : null
  return {
    id,
    name,
    reportType,
    format,
    frequency,
    weekday,
    timeOfDay: timeOfDay.slice(0, 5),
    audience,
    recipients,
    fallback,
    isActive,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRun,
  }
}

/** The audit log masks the field `recipientEmails` by its name. */
const auditedSchedule = (schedule: ScheduleInput) => ({
  name: schedule.name,
  reportType: schedule.reportType,
  format: schedule.format,
  frequency: schedule.frequency,
  weekday: schedule.weekday,
  timeOfDay: schedule.timeOfDay.slice(0, 5),
  audience: schedule.audience,
  recipientEmails: schedule.recipients,
  isActive: schedule.isActive,
})

function assertWeekday(schedule: Pick<ScheduleInput, 'frequency' | 'weekday'>): void {
  const problem = weekdayProblem(schedule)
  if (problem === null) return
  const message = asMessage(problem)
  throw fieldError('weekday', message)
}
