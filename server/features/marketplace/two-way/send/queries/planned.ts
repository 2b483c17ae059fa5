import { sql, type SQL } from 'drizzle-orm'
import type { ListingField } from '#contract/two-way-words.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { SyncedField } from '../../merge/fields.ts'

/** A change that Amazon is to be told of. `ours` is the value as it was planned. */
export type Planned<Field extends ListingField = SyncedField> = {
  id: string
  skuId: string
  sku: string
  field: Field
  ours: string | null
}

export type PlannedAt = { companyId: string; runId: string; marketplaceId: string }

/** SKUs in the order of their ids: those after one, up to one, so many of them. */
type Range = { after?: string | undefined; until?: string | undefined; limit?: number | undefined }

/** What is to change in listings that are there. */
export const listPlanned = (tx: Tx, place: PlannedAt, range: Range): Promise<Planned[]> =>
  list(tx, { ...place, ...range }, sql`field <> 'listing'`)

/** Listings that are to be made. */
export const listPlannedListings = (tx: Tx, place: PlannedAt, limit: number): Promise<Planned<'listing'>[]> =>
  list(tx, { ...place, limit }, sql`field = 'listing'`)

async function list<Field extends ListingField>(
  tx: Tx,
  { companyId, limit, ...place }: PlannedAt & Range,
  isWanted: SQL,
): Promise<Planned<Field>[]> {
  const { rows } = await tx.execute<Planned<Field>>(sql`
    with planned as (
      select *, dense_rank() over (order by sku_id) as place from listing_changes
      where ${isPlanned({ companyId, ...place })} and ${isWanted}
    )
    select planned.id, s.id as "skuId", s.sku, field, ours from planned
    join skus s on s.company_id = ${companyId} and s.id = planned.sku_id
    ${limit === undefined ? sql`` : sql`where place <= ${limit}`}
    order by s.id, planned.id`)
  return rows
}

export async function countPlannedSkus(tx: Tx, place: PlannedAt, range: Range): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(distinct sku_id)::int as count from listing_changes
    where ${isPlanned({ ...place, ...range })} and field <> 'listing'`)
  return rows[0]?.count ?? 0
}

type Run = Omit<PlannedAt, 'marketplaceId'>

/** Leaves all that is planned for the run unsent. */
export async function skipPlanned(tx: Tx, run: Run, reason: string): Promise<void> {
  await skip(tx, isPlanned(run), reason)
}

/** The same for what is to change in a marketplace's listings. */
export async function skipPlannedAt(tx: Tx, place: PlannedAt, range: Range, reason: string): Promise<void> {
  await skip(tx, sql`${isPlanned({ ...place, ...range })} and field <> 'listing'`, reason)
}

async function skip(tx: Tx, which: SQL, reason: string): Promise<void> {
  await tx.execute(sql`update listing_changes set outcome = 'skipped', reason = ${reason} where ${which}`)
}

function isPlanned({ companyId, runId, marketplaceId, after, until }: Run & Partial<PlannedAt> & Range): SQL {
  const conditions = [
    sql`company_id = ${companyId} and run_id = ${runId} and direction = 'to_amazon' and outcome = 'planned'`,
    ...(marketplaceId === undefined ? [] : [sql`marketplace_id = ${marketplaceId}`]),
    ...(after === undefined ? [] : [sql`sku_id > ${after}`]),
    ...(until === undefined ? [] : [sql`sku_id <= ${until}`]),
  ]
  return sql.join(conditions, sql` and `)
}
