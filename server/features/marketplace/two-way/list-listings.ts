import { sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { AmazonListing, twoWayApi } from '#contract/two-way.ts'
import { assertSkuExists } from '#server/features/inventory/sku-stock-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { translateStored } from '#server/platform/db/sentences.ts'

export async function listListings(
  ctx: CompanyContext,
  { skuId }: ParsedInputOf<typeof twoWayApi.listings>,
): Promise<AmazonListing[]> {
  return ctx.read(async (tx) => {
    await assertSkuExists(tx, ctx.companyId, skuId)
    const listings = await listListingsOf(tx, ctx.companyId, skuId)
    return listings.map((listing) => ({
      ...listing,
      issues: listing.issues.map((issue) => ({ ...issue, message: translateStored(ctx, issue.message) })),
      sendError: translateStored(ctx, listing.sendError),
    }))
  })
}

/** Timestamps are strings as PostgreSQL formats them. */
type ListingRecord = AmazonListing

/** The SKU's listings in connected accounts, ordered by account and marketplace. */
async function listListingsOf(tx: Tx, companyId: string, skuId: string): Promise<AmazonListing[]> {
  const { rows } = await tx.execute<ListingRecord>(sql`
    select a.id as "accountId", a.name as "accountName", l.marketplace_id as "marketplaceId", l.asin,
      l.product_type as "productType", 'BUYABLE' = any(l.statuses) as "isBuyable", l.fulfilled_by as "fulfilledBy",
      l.issues, l.changed_at as "changedAt", l.read_at as "readAt", l.sent_at as "sentAt", l.send_error as "sendError"
    from amazon_listings l
    join amazon_integrations a on a.company_id = l.company_id and a.id = l.integration_id and a.disconnected_at is null
    where l.company_id = ${companyId} and l.sku_id = ${skuId}
    order by a.created_at, a.id, array_position(a.marketplace_ids, l.marketplace_id), l.marketplace_id`)
  return rows.map((row) => ({
    ...row,
    changedAt: isoOrNull(row.changedAt),
    readAt: isoOrNull(row.readAt),
    sentAt: isoOrNull(row.sentAt),
  }))
}
