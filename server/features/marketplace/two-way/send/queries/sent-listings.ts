import { sql } from 'drizzle-orm'
import type { ListingIssue } from '#contract/two-way.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Place } from '../../../sync/queries/sightings.ts'
import { KeptSent } from '../../queries/kept.ts'
import { standingRefusal } from '../../queries/listings.ts'

export async function readSent(tx: Tx, place: Place, skuIds: readonly string[]): Promise<Map<string, KeptSent>> {
  const { companyId, accountId, marketplaceId } = place
  const { rows } = await tx.execute<{ skuId: string; sent: unknown }>(sql`
    select sku_id as "skuId", sent from amazon_listings
    where company_id = ${companyId} and integration_id = ${accountId} and marketplace_id = ${marketplaceId}
      and sku_id = any(${sql.param(skuIds)}::uuid[])`)
  return new Map(rows.map(({ skuId, sent }) => [skuId, KeptSent.parse(sent)]))
}

export type Told = {
  skuId: string
  sent: KeptSent
  sendError: string | null
  /** Null where Amazon had nothing to say. */
  issues: readonly ListingIssue[] | null
}

/** How telling Amazon ended, listing by listing. */
export async function noteTold(tx: Tx, place: Place, told: readonly Told[], at: Date): Promise<void> {
  const { companyId, accountId, marketplaceId } = place
  await tx.execute(sql`
    update amazon_listings l set sent = told.sent, sent_at = ${at.toISOString()},
      send_error = coalesce(told."sendError", ${standingRefusal(sql`told.sent`)}),
      issues = coalesce(told.issues, l.issues), updated_at = now()
    from json_to_recordset(${JSON.stringify(told)}::json) as told("skuId" uuid, sent jsonb, "sendError" text, issues jsonb)
    where l.company_id = ${companyId} and l.integration_id = ${accountId} and l.marketplace_id = ${marketplaceId}
      and l.sku_id = told."skuId"`)
}

export type Made = { skuId: string; asin: string | null; sent: KeptSent }

/** A place for what Amazon says of a listing that is about to be made; nothing of it has been read yet. */
export async function keepMade(tx: Tx, place: Place, made: readonly Made[]): Promise<void> {
  const { companyId, accountId, marketplaceId } = place
  await tx.execute(sql`
    insert into amazon_listings (company_id, integration_id, marketplace_id, sku_id, asin, sent)
    select ${companyId}::uuid, ${accountId}::uuid, ${marketplaceId}, made."skuId", made.asin, made.sent
    from json_to_recordset(${JSON.stringify(made)}::json) as made("skuId" uuid, asin text, sent jsonb)
    on conflict (company_id, integration_id, marketplace_id, sku_id) do update set sent = excluded.sent,
      asin = excluded.asin, updated_at = now()`)
}
