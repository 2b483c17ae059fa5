import { desc, eq } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import { z } from 'zod'
import { asMessage } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { newId } from '#server/platform/ids.ts'
import { job } from '#server/platform/jobs/definition.ts'
import { envelope } from '#server/platform/jobs/queue.ts'

/** Jobs whose behavior tests control. */
export const testCatalog = {
  'test.note': job({
    title: asMessage('Write a note'),
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({ text: z.string() }),
  }),
  'test.slow-note': job({
    title: asMessage('Write a note after a while'),
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({ text: z.string(), seconds: z.number() }),
  }),
  'test.stuck': job({
    title: asMessage('Never come back'),
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
    maxAttempts: 1,
    longestSeconds: 0.2,
  }),
  'test.bulk': job({ title: asMessage('Long work'), scope: 'company', lane: 'bulk', payload: z.strictObject({}) }),
  'test.paced': job({
    title: asMessage('Wait for somebody'),
    scope: 'company',
    lane: 'paced',
    payload: z.strictObject({}),
  }),
}

export type TestJobs = typeof testCatalog

/** A statement on jobs of any company, which row-level security shows to the platform only. */
export async function queryJobs<Row extends QueryResultRow>({ pool }: Database, text: string, values: unknown[] = []) {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local app.scope = 'platform'`)
    const result = await client.query<Row>(text, values)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

type QueuedRow = { data: object; state: 'retry' | 'active' | 'failed'; output?: object }

/** Inserts a job that has been started before. */
export async function buildJob(deps: Pick<Deps, 'db'>, companyId: string, row: QueuedRow): Promise<string> {
  const id = newId()
  await queryJobs(
    deps.db,
    `insert into pgboss.job (id, name, data, state, group_id, output, policy, started_on, completed_on, retry_count)
     values ($1, 'quick', $2, $3::text::pgboss.job_state, $4, $5, 'standard', now(), case when $3 = 'failed' then now() end, 0)`,
    [id, row.data, row.state, companyId, row.output],
  )
  return id
}

/** Inserts a job that has used up its attempts. */
export function buildFailedJob(deps: Pick<Deps, 'db'>, companyId: string): Promise<string> {
  const fresh = envelope('test.fails', {}, 3)
  const data = { ...fresh, tally: { ...fresh.tally, failures: 3 } }
  return buildJob(deps, companyId, { data, state: 'failed', output: { message: 'It broke' } })
}

/** The effect of a test job: an audit entry. */
export async function writeNote(ctx: CompanyContext, text: string): Promise<void> {
  await ctx.transaction((tx) =>
    recordAudit(tx, ctx, { action: 'job.retry', resource: 'job', resourceId: text, companyId: ctx.companyId }),
  )
}

export async function readNotes(deps: Pick<Deps, 'db'>, companyId: string): Promise<(string | null)[]> {
  const rows = await deps.db.inCompany(companyId, (tx) =>
    tx
      .select({ text: auditLog.resourceId })
      .from(auditLog)
      .where(eq(auditLog.action, 'job.retry'))
      .orderBy(desc(auditLog.createdAt)),
  )
  return rows.map(({ text }) => text).toReversed()
}
