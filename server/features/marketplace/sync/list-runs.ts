import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { formatMessage } from '#contract/i18n.ts'
import type { marketplaceApi, SyncRun } from '#contract/marketplace.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { abandonedMessage, isAbandoned } from './run-queries.ts'

export async function listRuns(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof marketplaceApi.syncRuns>,
): Promise<Page<SyncRun>> {
  const page = await ctx.read((tx) => listRunPage(tx, { companyId: ctx.companyId, now: ctx.clock.now() }, query))
  return { ...page, rows: page.rows.map((run) => forReader(ctx, run)) }
}

const forReader = (ctx: CompanyContext, run: SyncRun): SyncRun => ({
  ...run,
  error: translateStored(ctx, run.error),
})

type RunScope = { companyId: string; now: Date }

/** Timestamps are strings as PostgreSQL formats them. */
type RunRecord = SyncRun & { key: number }

async function listRunPage(tx: Tx, { companyId, now }: RunScope, query: PageQuery): Promise<Page<SyncRun>> {
  const follows = olderThan(query.cursor, sql`r.started_at`, sql`r.id`) ?? sql`true`
  const rows = await readRuns(tx, { companyId, now }, follows, query.limit + 1)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from marketplace_sync_runs where company_id = ${companyId}`,
  )
  const page = toPage(rows, query.limit, counted.rows[0]?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toRun) }
}

export async function getRuns(tx: Tx, ctx: CompanyContext, ids: readonly string[]): Promise<SyncRun[]> {
  const scope = { companyId: ctx.companyId, now: ctx.clock.now() }
  const rows = await readRuns(tx, scope, sql`r.id = any(${sql.param(ids)}::uuid[])`, ids.length)
  return rows.map((row) => forReader(ctx, toRun(row)))
}

/** A run whose job has failed for good is shown as failed, even before `openRun` closes it. */
async function readRuns(tx: Tx, { companyId, now }: RunScope, which: SQL, limit: number): Promise<RunRecord[]> {
  const { rows } = await tx.execute<RunRecord>(sql`
    select r.id, r.integration_id as "accountId", a.name as "accountName", r.kind, r.mode,
      case when is_over then 'failed' else r.status end as status, r.requested_by as "requestedBy",
      r.rows_read as "rowsRead", r.rows_changed as "rowsChanged", r.rows_created as "rowsCreated",
      r.rows_missing as "rowsMissing", r.rows_elsewhere as "rowsElsewhere", r.differences,
      case when is_over then coalesce(r.error, ${formatMessage(abandonedMessage)}) else r.error end as error,
      r.started_at as "startedAt", case when is_over then r.updated_at else r.finished_at end as "finishedAt",
      (${rowsOfFullReadBefore(sql`r.started_at`)}) as "rowsExpected", ${microsecondsOf(sql`r.started_at`)} as key
    from marketplace_sync_runs r
    join amazon_integrations a on a.company_id = r.company_id and a.id = r.integration_id
    cross join lateral (select case when r.status = 'running' then ${isAbandoned(now)} else false end) as state(is_over)
    where r.company_id = ${companyId} and ${which}
    order by r.started_at desc, r.id desc limit ${limit}`)
  return rows
}

/** The row count of the last full read of the same kind and account as run `r` that started before the moment. */
const rowsOfFullReadBefore = (moment: SQL): SQL => sql`
  select e.rows_read from marketplace_sync_runs e
  where e.company_id = r.company_id and e.integration_id = r.integration_id and e.kind = r.kind
    and e.mode = 'full' and e.status = 'completed' and e.started_at < ${moment}
  order by e.started_at desc, e.id desc limit 1`

export async function findRowsOfLastFullRead(tx: Tx, companyId: string, accountId: string): Promise<number | null> {
  const { rows } = await tx.execute<{ rows: number | null }>(sql`
    select (${rowsOfFullReadBefore(sql`'infinity'`)}) as rows
    from (select ${companyId}::uuid as company_id, ${accountId}::uuid as integration_id, 'inventory' as kind) as r`)
  return rows[0]?.rows ?? null
}

const toRun = ({ key: _key, ...run }: RunRecord): SyncRun => ({
  ...run,
  startedAt: iso(run.startedAt),
  finishedAt: run.finishedAt && iso(run.finishedAt),
})
