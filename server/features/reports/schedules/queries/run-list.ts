import { sql } from 'drizzle-orm'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { ReportRun } from '#contract/report-schedules.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

/** Moments come as PostgreSQL writes them. */
type RunRow = Omit<ReportRun, 'range'> & { scheduleId: string; startDate: string; endDate: string }

const runFields = sql`r.id, r.scheduled_report_id as "scheduleId", r.due_at as "dueAt", r.start_date::text as "startDate",
  r.end_date::text as "endDate", r.status, r.error, r.sent_at as "sentAt", r.recipients, r.requested_by as "requestedBy"`

/** The newest of each schedule of the company, by the schedule. */
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
