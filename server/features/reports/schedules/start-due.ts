import { listActiveCompanies } from '#server/features/channels/channel-queries.ts'
import { sentBeforeRestore } from '#server/features/notifications/notification-row.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lastRunUpTo } from './next-run.ts'
import { nextRunFields } from './planned.ts'
import {
  hasSchedulesToStart,
  lockSchedulesToStart,
  updateScheduleRow,
  type ScheduleRecord,
} from './queries/schedules.ts'
import { requestRun } from './request-run.ts'

/** Any number of workers may do this at once: each schedule's turn is taken by one of them. */
export async function startDueReports(ctx: PlatformContext): Promise<{ started: number }> {
  let started = 0
  const now = ctx.clock.now()
  for (const companyId of await ctx.read(listActiveCompanies)) {
    try {
      // Nearly all have nothing to start, and to look is one journey without a transaction.
      if (!(await ctx.read((tx) => hasSchedulesToStart(tx, companyId, now), companyId))) continue
      started += await ctx.transaction((tx) => startDueReportsOf(tx, ctx, companyId, now), companyId)
    } catch (error) {
      ctx.log.error({ err: error, companyId }, 'could not start the reports of a company')
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
    const wanted = { schedule, timeZone, requestedBy: null, now }
    if (isToSend && (await requestRun(tx, ctx.enqueueFor(companyId), { ...wanted, dueAt }))) started += 1
    await updateScheduleRow(tx, companyId, schedule.id, nextRunFields(schedule, timeZone, now))
  }
  if (found.length > 0) await ctx.notifyCompany(tx, companyId, 'reports')
  return started
}

/** Of several that came due while nobody looked, only the newest is sent. Null for one that is not due yet. */
function dueMoment(schedule: ScheduleRecord, timeZone: string, now: Date): Date | null {
  const { nextRunAt } = schedule
  if (nextRunAt === null || nextRunAt > now) return null
  const last = lastRunUpTo(schedule, timeZone, now)
  return last > nextRunAt ? last : nextRunAt
}
