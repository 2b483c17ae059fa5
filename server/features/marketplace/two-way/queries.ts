import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { type ChangeOutcome, type ListingField, listingFields } from '#contract/marketplace-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { type FieldTexts, syncedFields } from './merge/fields.ts'

/** Lists are sorted newest first. Timestamps one microsecond apart keep the changes of a SKU together and in order. */
export async function insertChanges(
  tx: Tx,
  companyId: string,
  runId: string,
  changes: readonly FieldChange[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    insert into listing_changes
      (company_id, id, run_id, sku_id, marketplace_id, field, direction, ours, amazon, is_conflict, created_at)
    select ${companyId}::uuid, new_id(), ${runId}::uuid, sku_id, marketplace_id, field, direction, ours, amazon,
      is_conflict, now() - place * interval '1 microsecond'
    from rows from (json_to_recordset(${JSON.stringify(changes)}::json) as ("skuId" uuid, "marketplaceId" text,
      field text, direction text, ours text, amazon text, "isConflict" boolean)) with ordinality
      as c(sku_id, marketplace_id, field, direction, ours, amazon, is_conflict, place)`)
}

/** A change that has not been made yet. */
export type OpenChange = FieldChange & { id: string }

type OpenChangesQuery = { companyId: string; runId: string; direction: FieldChange['direction']; limit: number }

/** Changes of a run that have not been made yet, by SKU id. */
export async function listOpenChanges(
  tx: Tx,
  { companyId, runId, direction, limit }: OpenChangesQuery,
): Promise<OpenChange[]> {
  const { rows } = await tx.execute<OpenChange>(sql`
    select id, sku_id as "skuId", marketplace_id as "marketplaceId", field, direction, ours, amazon,
      is_conflict as "isConflict"
    from listing_changes
    where company_id = ${companyId} and run_id = ${runId} and direction = ${direction} and outcome = 'planned'
    order by sku_id, field limit ${limit}`)
  return rows
}

export type ChangeEnding = { id: string; outcome: Exclude<ChangeOutcome, 'planned'>; reason?: string | null }

export async function recordChangeOutcomes(tx: Tx, companyId: string, endings: readonly ChangeEnding[]): Promise<void> {
  if (endings.length === 0) return
  await tx.execute(sql`
    update listing_changes c set outcome = ending.outcome, reason = ending.reason
    from json_to_recordset(${JSON.stringify(endings)}::json) as ending(id uuid, outcome text, reason text)
    where c.company_id = ${companyId} and c.id = ending.id`)
}

type AccountKey = { companyId: string; accountId: string }

type MergeState = { skuId: string; marketplaceId: string; agreed: Partial<FieldTexts>; sent: StoredSent }

/** The listing's last refusal, as long as a refused value of `sent` is still current. */
export const unresolvedRefusal = (sent: SQL): SQL =>
  sql`case when jsonb_path_exists(${sent}, '$.*[*] ? (@.isRejected == true)') then l.send_error end`

/** Saves the agreed values and the values that were sent and may still appear at Amazon. */
export async function saveMergeStates(
  tx: Tx,
  { companyId, accountId }: AccountKey,
  states: readonly MergeState[],
): Promise<void> {
  if (states.length === 0) return
  await tx.execute(sql`
    update amazon_listings l set agreed = known.agreed, sent = known.sent,
      send_error = ${unresolvedRefusal(sql`known.sent`)}, updated_at = now()
    from json_to_recordset(${JSON.stringify(states)}::json) as known("skuId" uuid, "marketplaceId" text, agreed jsonb,
      sent jsonb)
    where l.company_id = ${companyId} and l.integration_id = ${accountId} and l.marketplace_id = known."marketplaceId"
      and l.sku_id = known."skuId"`)
}

type AgreedValues = { skuId: string; marketplaceId: string; agreed: Partial<FieldTexts> }

/** Merges values into those that both sides agree on. */
export async function addAgreedValues(
  tx: Tx,
  { companyId, accountId }: AccountKey,
  states: readonly AgreedValues[],
): Promise<void> {
  if (states.length === 0) return
  await tx.execute(sql`
    update amazon_listings l set agreed = l.agreed || known.agreed, updated_at = now()
    from json_to_recordset(${JSON.stringify(states)}::json) as known("skuId" uuid, "marketplaceId" text, agreed jsonb)
    where l.company_id = ${companyId} and l.integration_id = ${accountId} and l.marketplace_id = known."marketplaceId"
      and l.sku_id = known."skuId"`)
}

/** Used where the listing itself has no value. */
const CatalogFallback = z.object({ brand: z.string().nullable(), bulletPoints: z.array(z.string()) })

/** `amazon_listings.amazon`: the listing as it was last read. */
export const StoredListing = z.object({
  title: z.string().nullable(),
  brand: z.string().nullable(),
  description: z.string().nullable(),
  bulletPoints: z.array(z.string()),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  quantity: z.int().nullable(),
  catalog: CatalogFallback.optional(),
})

/** `amazon_listings.agreed`: the last values that both sides had in common. */
export const StoredAgreed = z.partialRecord(z.enum(syncedFields), z.string().nullable())

/** `amazon_listings.sent`: values sent to Amazon and not read back yet, oldest first. */
export const StoredSent = z.partialRecord(
  z.enum(listingFields),
  z.array(z.object({ value: z.string().nullable(), at: z.coerce.date(), isRejected: z.boolean().default(false) })),
)

export type StoredSent = z.output<typeof StoredSent>

/** Ends running previews and import-only runs; their jobs stop at the next step. */
export async function endRunningPreviews(tx: Tx, companyId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update marketplace_sync_runs set status = 'failed', error = 'A sync has taken its place.', checkpoint = null,
      finished_at = ${at.toISOString()}, updated_at = ${at.toISOString()}
    where company_id = ${companyId} and kind = 'two_way' and status = 'running' and (mode = 'dry_run' or exists (
      select from amazon_integrations a
      where a.company_id = ${companyId} and a.id = integration_id and a.sends_since is null
    ))`)
}

/** If the account is connected again, its listings are read again. */
export async function deleteListingsOfDisconnected(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from amazon_listings l using amazon_integrations a
    where l.company_id = ${companyId} and a.company_id = ${companyId} and a.id = l.integration_id
      and a.disconnected_at < ${before.toISOString()}`)
  return rowCount ?? 0
}

export type FieldChange = {
  skuId: string
  marketplaceId: string
  field: ListingField
  direction: 'to_amazon' | 'to_lockstep'
  ours: string | null
  amazon: string | null
  isConflict: boolean
}
