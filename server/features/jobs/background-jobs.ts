import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { inEnglish, type Message, say } from '#contract/i18n.ts'
import { type JobCounts, type JobRow, type JobStatus, jobStatuses } from '#contract/jobs.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Lane } from '#server/platform/db/job-tables.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { iso } from '#server/platform/db/rows.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { restartJob } from '#server/platform/jobs/lease.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

/** Restarts a failed job; its earlier failures no longer count. */
export async function retryJob(ctx: CompanyContext, input: { jobId: string }): Promise<JobRow> {
  return ctx.transaction(async (tx) => {
    const before = await getJobOrThrow(tx, input.jobId)
    const wasFailed = await restartJob(tx, before.lane, before.id)
    const { lane: _lane, ...after } = await getJobOrThrow(tx, input.jobId)
    if (!wasFailed)
      throw new AppError(
        'conflict',
        say(
          'This job is {status, select, waiting {waiting} active {active} completed {completed} delayed {delayed} other {failed}}, so it can’t be retried.',
          { status: after.status },
        ),
      )
    await recordAudit(tx, ctx, {
      action: 'job.retry',
      resource: 'job',
      resourceId: before.id,
      companyId: ctx.companyId,
      before: { status: before.status, error: before.error },
      after: { status: after.status, error: after.error },
    })
    await ctx.publishChange(tx, 'jobs')
    return forReader(ctx, after)
  })
}

const forReader = (ctx: CompanyContext, job: JobRow): JobRow => ({
  ...job,
  title: translateStored(ctx, job.title),
  error: translateStored(ctx, job.error),
})

/** Moments are PostgreSQL's text. */
type JobRecord = Omit<JobRow, 'title'> & { lane: Lane }

const fields = sql`id, lane, name, status, attempts, max_attempts as "maxAttempts", error, created_at as "createdAt",
  started_at as "startedAt", completed_at as "completedAt"`

type JobQuery = PageQuery & { status?: JobStatus | undefined }

export async function readJobs(ctx: CompanyContext, query: JobQuery): Promise<Page<JobRow>> {
  const page = await ctx.read((tx) => listJobs(tx, query))
  return { ...page, rows: page.rows.map((job) => forReader(ctx, job)) }
}

export async function listJobs(tx: Tx, query: JobQuery): Promise<Page<JobRow>> {
  const ofStatus = query.status ? sql`status = ${query.status}` : sql`true`
  const createdAt = sql`created_at`
  const follows = olderThan(query.cursor, createdAt, sql`id`) ?? sql`true`
  const found = await tx.execute<JobRecord & { key: number }>(sql`
    select ${fields}, ${microsecondsOf(createdAt)} as key from background_jobs where ${ofStatus} and ${follows}
    order by created_at desc, id desc limit ${query.limit + 1}`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from background_jobs where ${ofStatus}`,
  )
  const page = toPage(found.rows, query.limit, counted.rows[0]?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toJobRow) }
}

const askForCounts = prepared<{ status: JobStatus; total: number }>(
  () => sql`
  with today as (
    select date_trunc('day', ${sql.placeholder('now')}::timestamptz,
      coalesce((select time_zone from company_settings), 'UTC')) as start
  )
  select status, count(*)::int as total from background_jobs, today
  where status <> 'completed' or completed_at >= today.start
  group by status`,
)

/** Completed jobs are counted since midnight in the company's time zone, all others as of now. */
export async function countJobs(tx: Tx, now: Date): Promise<JobCounts> {
  const counted = await askForCounts(tx, { now: now.toISOString() })
  const totals = new Map(counted.map((row) => [row.status, row.total]))
  return Object.fromEntries(jobStatuses.map((status) => [status, totals.get(status) ?? 0])) as JobCounts
}

async function getJobOrThrow(tx: Tx, jobId: string): Promise<JobRow & { lane: Lane }> {
  const found = await tx.execute<JobRecord>(sql`select ${fields} from background_jobs where id = ${jobId}`)
  const [job] = found.rows
  if (!job) throw new AppError('not_found', say('This job doesn’t exist.'))
  return { ...toJobRow(job), lane: job.lane }
}

function toJobRow({ lane: _lane, ...job }: JobRecord): JobRow {
  const known: Record<string, { title: Message } | undefined> = catalog
  return {
    ...job,
    title: inEnglish(known[job.name]?.title ?? job.name),
    createdAt: iso(job.createdAt),
    startedAt: job.startedAt && iso(job.startedAt),
    completedAt: job.completedAt && iso(job.completedAt),
  }
}
