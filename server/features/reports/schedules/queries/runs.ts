import { and, eq, gt, isNull, lte, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { reportRuns, scheduledReports } from '#server/platform/db/schema/reports.ts'

export type RunRecord = typeof reportRuns.$inferSelect

/** A run with what it is to be a mail of. */
export type RunOfSchedule = RunRecord &
  Pick<typeof scheduledReports.$inferSelect, 'name' | 'reportType' | 'format' | 'frequency' | 'audience'> & {
    wanted: string[]
  }

const ofRun = (companyId: string, runId: string) => and(eq(reportRuns.companyId, companyId), eq(reportRuns.id, runId))

/** Null when there is one of that moment already. */
export async function insertRun(tx: Tx, run: typeof reportRuns.$inferInsert): Promise<string | null> {
  const [made] = await tx.insert(reportRuns).values(run).onConflictDoNothing().returning({ id: reportRuns.id })
  return made?.id ?? null
}

type OfSchedule = { companyId: string; scheduleId: string }

const isPendingOf = ({ companyId, scheduleId }: OfSchedule): SQL | undefined =>
  and(
    eq(reportRuns.companyId, companyId),
    eq(reportRuns.scheduledReportId, scheduleId),
    eq(reportRuns.status, 'pending'),
  )

export async function hasPendingRun(tx: Tx, schedule: OfSchedule, dueAfter: Date): Promise<boolean> {
  const isPending = and(isPendingOf(schedule), gt(reportRuns.dueAt, dueAfter))
  const found = await tx.select({ id: reportRuns.id }).from(reportRuns).where(isPending).limit(1)
  return found.length > 0
}

/** What still waits so long after it was due has been forgotten by whoever was to send it. */
export async function failPendingBefore(tx: Tx, schedule: OfSchedule, before: Date, error: string): Promise<void> {
  await tx
    .update(reportRuns)
    .set({ status: 'failed', error })
    .where(and(isPendingOf(schedule), lte(reportRuns.dueAt, before)))
}

/** Undefined once its schedule has been deleted. */
export async function lockRun(tx: Tx, companyId: string, runId: string): Promise<RunOfSchedule | undefined> {
  const [found] = await tx
    .select({ run: reportRuns, schedule: scheduledReports })
    .from(reportRuns)
    .innerJoin(
      scheduledReports,
      and(eq(scheduledReports.companyId, reportRuns.companyId), eq(scheduledReports.id, reportRuns.scheduledReportId)),
    )
    .where(ofRun(companyId, runId))
    .for('update', { of: reportRuns })
  if (!found) return undefined
  const { name, reportType, format, frequency, audience, recipients: wanted } = found.schedule
  return { ...found.run, name, reportType, format, frequency, audience, wanted }
}

type RunClaim = { companyId: string; runId: string; claimedAt: Date | null }

/** Answers whether the run was still as it was found: claimed by nobody, or by whoever tells of it. */
export async function updateRun(
  tx: Tx,
  { companyId, runId, claimedAt }: RunClaim,
  changes: Partial<RunRecord>,
): Promise<boolean> {
  const isAsFound = claimedAt === null ? isNull(reportRuns.claimedAt) : eq(reportRuns.claimedAt, claimedAt)
  const changed = await tx
    .update(reportRuns)
    .set(changes)
    .where(and(ofRun(companyId, runId), isAsFound))
    .returning({ id: reportRuns.id })
  return changed.length > 0
}
