import { type SQL, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import type { ListingChange, twoWayApi, TwoWayRun } from '#contract/two-way.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { getRuns } from '../sync/list-runs.ts'
import { noSuchRun } from '../sync/run-queries.ts'

export async function listChanges(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof twoWayApi.changes>,
): Promise<Page<ListingChange>> {
  const page = await ctx.read((tx) => listChangePage(tx, ctx.companyId, query))
  return { ...page, rows: page.rows.map((row) => ({ ...row, reason: translateStored(ctx, row.reason) })) }
}

type ChangeQuery = ParsedInputOf<typeof twoWayApi.changes>

const kinds: Record<NonNullable<ChangeQuery['only']>, SQL> = {
  to_amazon: sql`c.direction = 'to_amazon'`,
  to_lockstep: sql`c.direction = 'to_lockstep'`,
  conflicts: sql`c.is_conflict`,
  rejected: sql`c.outcome = 'rejected'`,
}

/** Timestamps are strings as PostgreSQL formats them. */
type ChangeRecord = ListingChange & { key: number }

const changesWithRun = sql`
  listing_changes c join marketplace_sync_runs r on r.company_id = c.company_id and r.id = c.run_id`

/** Changes that a failed sync never got to. */
const isLeftBehind = sql`c.outcome = 'planned' and r.status <> 'running' and r.mode <> 'dry_run'`

const leftBehind = formatMessage(say('The sync ended before this change.'))

/** Changes of one run or of all runs. Previews changed nothing and are listed only by themselves. */
async function listChangePage(tx: Tx, companyId: string, query: ChangeQuery): Promise<Page<ListingChange>> {
  const ofRun = query.runId ? sql`c.run_id = ${query.runId}` : sql`r.mode <> 'dry_run'`
  const which = sql`c.company_id = ${companyId} and ${ofRun} and ${query.only ? kinds[query.only] : sql`true`}`
  const { rows } = await tx.execute<ChangeRecord>(sql`
    select c.id, c.run_id as "runId", c.sku_id as "skuId", s.product_id as "productId", s.sku,
      coalesce(s.title, p.title) as title, c.marketplace_id as "marketplaceId", c.field, c.direction, c.ours, c.amazon,
      c.is_conflict as "isConflict", case when ${isLeftBehind} then 'skipped' else c.outcome end as outcome,
      case when ${isLeftBehind} then ${leftBehind} else c.reason end as reason, c.created_at as at,
      ${microsecondsOf(sql`c.created_at`)} as key
    from ${changesWithRun}
    join skus s on s.company_id = c.company_id and s.id = c.sku_id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    where ${which} and ${olderThan(query.cursor, sql`c.created_at`, sql`c.id`) ?? sql`true`}
    order by c.created_at desc, c.id desc limit ${query.limit + 1}`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${changesWithRun} where ${which}`,
  )
  const page = toPage(rows, query.limit, counted.rows[0]?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(({ key: _key, ...row }) => ({ ...row, at: iso(row.at) })) }
}

export async function readTwoWayRun(
  ctx: CompanyContext,
  { runId }: ParsedInputOf<typeof twoWayApi.run>,
): Promise<TwoWayRun> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    const [run] = await getRuns(tx, ctx, [runId])
    if (run?.kind !== 'two_way') throw noSuchRun()
    return { ...run, ...(await countChanges(tx, companyId, runId)) }
  })
}

export type ChangeCounts = Pick<TwoWayRun, 'toAmazon' | 'toLockstep' | 'conflicts' | 'rejected'>

export async function countChanges(tx: Tx, companyId: string, runId: string): Promise<ChangeCounts> {
  const { rows } = await tx.execute<ChangeCounts>(sql`
    select count(*) filter (where direction = 'to_amazon')::int as "toAmazon",
      count(*) filter (where direction = 'to_lockstep')::int as "toLockstep",
      count(*) filter (where is_conflict)::int as conflicts,
      count(*) filter (where outcome = 'rejected')::int as rejected
    from listing_changes where company_id = ${companyId} and run_id = ${runId}`)
  return rows[0] ?? { toAmazon: 0, toLockstep: 0, conflicts: 0, rejected: 0 }
}
