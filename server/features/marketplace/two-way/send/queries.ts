import { sql, type SQL } from 'drizzle-orm'
import { formatMessage, say } from '#contract/i18n.ts'
import type { ListingField } from '#contract/marketplace-values.ts'
import type { ListingIssue } from '#contract/two-way.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordObservations } from '#server/platform/observe-mode.ts'
import type { AccountMarketplace } from '../../sync/staging-queries.ts'
import type { SyncedField } from '../merge/fields.ts'
import { StoredSent, unresolvedRefusal } from '../queries.ts'

/** A change to send to Amazon. `ours` is the value that was planned. */
export type ChangeToSend<Field extends ListingField = SyncedField> = {
  id: string
  skuId: string
  sku: string
  field: Field
  ours: string | null
}

type SendScope = { companyId: string; runId: string; marketplaceId: string }

/** A range of SKUs by id. */
type SkuRange = { after?: string | undefined; until?: string | undefined; limit?: number | undefined }

/** Changes of existing listings. */
export const listChangesToPatch = (tx: Tx, place: SendScope, range: SkuRange): Promise<ChangeToSend[]> =>
  listChangesToSend(tx, { ...place, ...range }, sql`field <> 'listing'`)

/** Listings to create. */
export const listListingsToCreate = (tx: Tx, place: SendScope, limit: number): Promise<ChangeToSend<'listing'>[]> =>
  listChangesToSend(tx, { ...place, limit }, sql`field = 'listing'`)

async function listChangesToSend<Field extends ListingField>(
  tx: Tx,
  { companyId, limit, ...place }: SendScope & SkuRange,
  isWanted: SQL,
): Promise<ChangeToSend<Field>[]> {
  const { rows } = await tx.execute<ChangeToSend<Field>>(sql`
    with planned as (
      select *, dense_rank() over (order by sku_id) as place from listing_changes
      where ${isOpenChange({ companyId, ...place })} and ${isWanted}
    )
    select planned.id, s.id as "skuId", s.sku, field, ours from planned
    join skus s on s.company_id = ${companyId} and s.id = planned.sku_id
    ${limit === undefined ? sql`` : sql`where place <= ${limit}`}
    order by s.id, planned.id`)
  return rows
}

export async function countSkusToPatch(tx: Tx, place: SendScope, range: SkuRange): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(distinct sku_id)::int as count from listing_changes
    where ${isOpenChange({ ...place, ...range })} and field <> 'listing'`)
  return rows[0]?.count ?? 0
}

type RunKey = Omit<SendScope, 'marketplaceId'>

/** Skips all changes of the run that have not been sent. */
export async function skipOpenChanges(tx: Tx, run: RunKey, reason: string): Promise<void> {
  await skip(tx, isOpenChange(run), reason)
}

/** Skips them because the company observes, and records what would have been sent, one record per listing. */
export async function observeOpenChanges(tx: Tx, ctx: Pick<CompanyContext, 'companyId' | 'clock'>, run: RunKey) {
  const { rows } = await tx.execute<ObservedListing>(sql`
    select p.marketplace_id as "marketplaceId", s.id as "skuId", s.sku as label, jsonb_object_agg(p.field, p.ours) as planned
    from (select * from listing_changes where ${isOpenChange(run)}) as p
    join skus s on s.company_id = ${run.companyId} and s.id = p.sku_id
    group by p.marketplace_id, s.id, s.sku`)
  const observed = rows.map(({ marketplaceId, ...row }) => {
    return { kind: 'listing' as const, subject: `${marketplaceId}:${row.skuId}`, ...row }
  })
  await recordObservations(tx, ctx, observed)
  await skipOpenChanges(tx, run, formatMessage(say('Observe mode: nothing was sent to Amazon.')))
}

type ObservedListing = { marketplaceId: string; skuId: string; label: string; planned: Record<string, string | null> }

/** Skips changes of existing listings in one marketplace. */
export async function skipOpenPatches(tx: Tx, place: SendScope, range: SkuRange, reason: string): Promise<void> {
  await skip(tx, sql`${isOpenChange({ ...place, ...range })} and field <> 'listing'`, reason)
}

async function skip(tx: Tx, which: SQL, reason: string): Promise<void> {
  await tx.execute(sql`update listing_changes set outcome = 'skipped', reason = ${reason} where ${which}`)
}

function isOpenChange({ companyId, runId, marketplaceId, after, until }: RunKey & Partial<SendScope> & SkuRange): SQL {
  const conditions = [
    sql`company_id = ${companyId} and run_id = ${runId} and direction = 'to_amazon' and outcome = 'planned'`,
    ...(marketplaceId === undefined ? [] : [sql`marketplace_id = ${marketplaceId}`]),
    ...(after === undefined ? [] : [sql`sku_id > ${after}`]),
    ...(until === undefined ? [] : [sql`sku_id <= ${until}`]),
  ]
  return sql.join(conditions, sql` and `)
}

export async function readSent(
  tx: Tx,
  place: AccountMarketplace,
  skuIds: readonly string[],
): Promise<Map<string, StoredSent>> {
  const { companyId, accountId, marketplaceId } = place
  const { rows } = await tx.execute<{ skuId: string; sent: unknown }>(sql`
    select sku_id as "skuId", sent from amazon_listings
    where company_id = ${companyId} and integration_id = ${accountId} and marketplace_id = ${marketplaceId}
      and sku_id = any(${sql.param(skuIds)}::uuid[])`)
  return new Map(rows.map(({ skuId, sent }) => [skuId, StoredSent.parse(sent)]))
}

export type ListingAnswer = {
  skuId: string
  sent: StoredSent
  sendError: string | null
  /** Null if Amazon reported none. */
  issues: readonly ListingIssue[] | null
}

/** Stores Amazon's answers with the listings. */
export async function recordListingAnswers(
  tx: Tx,
  place: AccountMarketplace,
  answers: readonly ListingAnswer[],
  at: Date,
): Promise<void> {
  const { companyId, accountId, marketplaceId } = place
  await tx.execute(sql`
    update amazon_listings l set sent = answer.sent, sent_at = ${at.toISOString()},
      send_error = coalesce(answer."sendError", ${unresolvedRefusal(sql`answer.sent`)}),
      issues = coalesce(answer.issues, l.issues), updated_at = now()
    from json_to_recordset(${JSON.stringify(answers)}::json) as answer("skuId" uuid, sent jsonb, "sendError" text, issues jsonb)
    where l.company_id = ${companyId} and l.integration_id = ${accountId} and l.marketplace_id = ${marketplaceId}
      and l.sku_id = answer."skuId"`)
}

type CreatedListing = { skuId: string; asin: string | null; sent: StoredSent }

/** Inserts the row of a listing that is about to be created; nothing has been read of it yet. */
export async function upsertCreatedListings(
  tx: Tx,
  place: AccountMarketplace,
  created: readonly CreatedListing[],
): Promise<void> {
  const { companyId, accountId, marketplaceId } = place
  await tx.execute(sql`
    insert into amazon_listings (company_id, integration_id, marketplace_id, sku_id, asin, sent)
    select ${companyId}::uuid, ${accountId}::uuid, ${marketplaceId}, made."skuId", made.asin, made.sent
    from json_to_recordset(${JSON.stringify(created)}::json) as made("skuId" uuid, asin text, sent jsonb)
    on conflict (company_id, integration_id, marketplace_id, sku_id) do update set sent = excluded.sent,
      asin = excluded.asin, updated_at = now()`)
}
