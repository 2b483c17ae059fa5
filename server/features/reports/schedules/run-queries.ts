import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { ReportRun } from '#contract/report-schedules.ts'
import { type SenderRow, senderFields } from '#server/features/notifications/senders/mail-sender.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { reportRuns, scheduledReports } from '#server/platform/db/schema/reports.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

type RunRecord = typeof reportRuns.$inferSelect

/** A run with the settings of its schedule; `namedRecipients` are the recipients it names. */
export type RunOfSchedule = RunRecord &
  Pick<typeof scheduledReports.$inferSelect, 'name' | 'reportType' | 'format' | 'frequency' | 'audience'> & {
    namedRecipients: string[]
  }

/** Sender of report mails; `fallback` is the recipient for schedules that name none. */
type MailTerms = SenderRow & { timeZone: string; fallback: string | null }

export type ReadyRun = RunOfSchedule & { terms: MailTerms; to: string[] }

const ofRun = (companyId: string, runId: string) => and(eq(reportRuns.companyId, companyId), eq(reportRuns.id, runId))

/** Returns null if the schedule already has a run of that due moment (unique index). */
export async function insertRun(tx: Tx, run: typeof reportRuns.$inferInsert): Promise<string | null> {
  const [inserted] = await tx.insert(reportRuns).values(run).onConflictDoNothing().returning({ id: reportRuns.id })
  return inserted?.id ?? null
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

/** Fails runs that are still pending so long after they were due: their job was lost. */
export async function failPendingBefore(tx: Tx, schedule: OfSchedule, before: Date, error: string): Promise<void> {
  await tx
    .update(reportRuns)
    .set({ status: 'failed', error })
    .where(and(isPendingOf(schedule), lte(reportRuns.dueAt, before)))
}

/** Returns undefined if the schedule has been deleted. */
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
  const { name, reportType, format, frequency, audience, recipients: namedRecipients } = found.schedule
  return { ...found.run, name, reportType, format, frequency, audience, namedRecipients }
}

type RunClaim = { companyId: string; runId: string; claimedAt: Date | null }

/** Optimistic locking by `claimedAt`: returns false if another worker has claimed the run meanwhile. */
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

/** Moments are PostgreSQL's text. */
type RunRow = Omit<ReportRun, 'range'> & { scheduleId: string; startDate: string; endDate: string }

const runFields = sql`r.id, r.scheduled_report_id as "scheduleId", r.due_at as "dueAt", r.start_date::text as "startDate",
  r.end_date::text as "endDate", r.status, r.error, r.sent_at as "sentAt", r.recipients, r.requested_by as "requestedBy"`

/** The newest run of each schedule, by schedule id. */
export async function readLastRuns(tx: Tx, companyId: string): Promise<Map<string, ReportRun>> {
  const { rows } = await tx.execute<RunRow>(sql`
    select ${runFields} from scheduled_reports s
    cross join lateral (
      select * from report_runs l where l.company_id = ${companyId} and l.scheduled_report_id = s.id
      order by l.due_at desc limit 1
    ) as r
    where s.company_id = ${companyId}`)
  return new Map(rows.map((row) => [row.scheduleId, toRun(row)]))
}

type RunPageQuery = PageQuery & { companyId: string; scheduleId: string }

export async function listRunPage(tx: Tx, { companyId, scheduleId, ...query }: RunPageQuery): Promise<Page<ReportRun>> {
  const ofSchedule = sql`r.company_id = ${companyId} and r.scheduled_report_id = ${scheduleId}`
  const dueAt = sql`r.due_at`
  const follows = olderThan(query.cursor, dueAt, sql`r.id`) ?? sql`true`
  const { rows } = await tx.execute<RunRow & { key: number }>(sql`
    select ${runFields}, ${microsecondsOf(dueAt)} as key from report_runs r where ${ofSchedule} and ${follows}
    order by r.due_at desc, r.id desc limit ${query.limit + 1}`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from report_runs r where ${ofSchedule}`,
  )
  const page = toPage(rows, query.limit, counted.rows[0]?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toRun) }
}

const toRun = ({ id, dueAt, startDate, endDate, status, error, sentAt, recipients, requestedBy }: RunRow) => ({
  id,
  dueAt: iso(dueAt),
  range: { startDate, endDate },
  status,
  error,
  sentAt: sentAt && iso(sentAt),
  recipients,
  requestedBy,
})

export async function readMailTerms(tx: Tx, companyId: string): Promise<MailTerms> {
  const { rows } = await tx.execute<MailTerms>(sql`
    select co.name as "companyName", s.time_zone as "timeZone", coalesce(s.alert_email, co.email) as fallback,
      ${senderFields}
    from companies co join company_settings s on s.company_id = co.id where co.id = ${companyId}`)
  const [terms] = rows
  if (!terms) throw new Error('Every company has its settings')
  return terms
}
