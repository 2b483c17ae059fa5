import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { ListingChange, twoWayApi } from '#contract/two-way.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

type ChangeQuery = ParsedInputOf<typeof twoWayApi.changes>

const kinds: Record<NonNullable<ChangeQuery['only']>, SQL> = {
  to_amazon: sql`c.direction = 'to_amazon'`,
  to_lockstep: sql`c.direction = 'to_lockstep'`,
  conflicts: sql`c.is_conflict`,
  rejected: sql`c.outcome = 'rejected'`,
}

/** Moments come as PostgreSQL writes them. */
type ChangeRecord = ListingChange & { key: number }

const changesWithRun = sql`
  listing_changes c join marketplace_sync_runs r on r.company_id = c.company_id and r.id = c.run_id`

/** A sync that fails leaves behind what it had not come to. */
const isLeftBehind = sql`c.outcome = 'planned' and r.status <> 'running' and r.mode <> 'dry_run'`
const leftBehind = 'The sync ended before it came to this.'

/** Of all runs, or of one; a preview has changed nothing and is shown only by itself. */
export async function listChangePage(tx: Tx, companyId: string, query: ChangeQuery): Promise<Page<ListingChange>> {
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
