import { and, asc, count, eq, sql, type Placeholder } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'
import { scheduledReports } from '#server/platform/db/schema/reports.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

export type ScheduleRecord = typeof scheduledReports.$inferSelect
type NewSchedule = typeof scheduledReports.$inferInsert

const ofSchedule = (companyId: string, scheduleId: string) =>
  and(eq(scheduledReports.companyId, companyId), eq(scheduledReports.id, scheduleId))

/** In order of creation; the two default schedules have the same time. */
export async function listSchedulesOf(tx: Tx, companyId: string): Promise<ScheduleRecord[]> {
  return tx
    .select()
    .from(scheduledReports)
    .where(eq(scheduledReports.companyId, companyId))
    .orderBy(asc(scheduledReports.createdAt), asc(scheduledReports.name), asc(scheduledReports.id))
}

export async function countSchedules(tx: Tx, companyId: string): Promise<number> {
  const [counted] = await tx
    .select({ total: count() })
    .from(scheduledReports)
    .where(eq(scheduledReports.companyId, companyId))
  return counted?.total ?? 0
}

export async function getScheduleOrThrow(tx: Tx, companyId: string, scheduleId: string): Promise<ScheduleRecord> {
  return foundOrThrow(await tx.select().from(scheduledReports).where(ofSchedule(companyId, scheduleId)))
}

export async function lockSchedule(tx: Tx, companyId: string, scheduleId: string): Promise<ScheduleRecord> {
  return foundOrThrow(await tx.select().from(scheduledReports).where(ofSchedule(companyId, scheduleId)).for('update'))
}

function foundOrThrow([schedule]: ScheduleRecord[]): ScheduleRecord {
  if (!schedule) throw new AppError('not_found', say('This scheduled report doesn’t exist.'))
  return schedule
}

/** Active schedules that are due, or whose next run was computed for another time zone than the company's. */
const isToStart = (now: string | Placeholder) => sql`${scheduledReports.isActive}
  and (${scheduledReports.nextRunAt} is null or ${scheduledReports.nextRunAt} <= ${now}::timestamptz
    or ${scheduledReports.nextRunZone} is distinct from ${companySettings.timeZone})`

const anyToStart = prepared(
  () => sql`select from ${scheduledReports} join ${companySettings} on ${companySettings.companyId} = ${companyParameter}
    where ${scheduledReports.companyId} = ${companyParameter} and ${isToStart(sql.placeholder('now'))} limit 1`,
)

/** Asked for every company each minute, so it is a prepared statement that mostly finds nothing. */
export async function hasSchedulesToStart(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const found = await anyToStart(tx, { companyId, now: now.toISOString() })
  return found.length > 0
}

/** Skips schedules that another worker or a person has locked: they are started a minute later. */
export async function lockSchedulesToStart(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<{ schedule: ScheduleRecord; timeZone: string }[]> {
  return tx
    .select({ schedule: scheduledReports, timeZone: companySettings.timeZone })
    .from(scheduledReports)
    .innerJoin(companySettings, eq(companySettings.companyId, scheduledReports.companyId))
    .where(and(eq(scheduledReports.companyId, companyId), isToStart(now.toISOString())))
    .for('update', { of: scheduledReports, skipLocked: true })
}

export async function insertSchedule(tx: Tx, schedule: NewSchedule): Promise<void> {
  await tx.insert(scheduledReports).values(schedule)
}

export async function updateScheduleRow(
  tx: Tx,
  companyId: string,
  scheduleId: string,
  changes: Partial<NewSchedule>,
): Promise<void> {
  await tx.update(scheduledReports).set(changes).where(ofSchedule(companyId, scheduleId))
}

export async function deleteScheduleRow(tx: Tx, companyId: string, scheduleId: string): Promise<void> {
  await tx.delete(scheduledReports).where(ofSchedule(companyId, scheduleId))
}
