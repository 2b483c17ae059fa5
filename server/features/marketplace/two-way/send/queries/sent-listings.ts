import { sql } from 'drizzle-orm'
import type { ListingIssue } from '#contract/two-way.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { AccountMarketplace } from '../../../sync/queries/sightings.ts'
import { StoredSent } from '../../queries/kept.ts'
import { unresolvedRefusal } from '../../queries/listings.ts'

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
  /** Null where Amazon had nothing to say. */
  issues: readonly ListingIssue[] | null
}

/** How telling Amazon ended, listing by listing. */
export async function recordListingAnswers(
  tx: Tx,
  place: AccountMarketplace,
  answers: readonly ListingAnswer[],
  at: Date,
): Promise<void> {
  const { companyId, accountId, marketplaceId } = place
  await tx.execute(sql`
    update amazon_listings l set sent = told.sent, sent_at = ${at.toISOString()},
      send_error = coalesce(told."sendError", ${unresolvedRefusal(sql`told.sent`)}),
      issues = coalesce(told.issues, l.issues), updated_at = now()
    from json_to_recordset(${JSON.stringify(answers)}::json) as told("skuId" uuid, sent jsonb, "sendError" text, issues jsonb)
    where l.company_id = ${companyId} and l.integration_id = ${accountId} and l.marketplace_id = ${marketplaceId}
      and l.sku_id = told."skuId"`)
}

export type CreatedListing = { skuId: string; asin: string | null; sent: StoredSent }

/** A place for what Amazon says of a listing that is about to be made; nothing of it has been read yet. */
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
