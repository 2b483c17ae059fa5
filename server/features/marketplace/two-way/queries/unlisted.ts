import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { ListingValues } from '#server/ports/listings.ts'
import type { AccountMarketplace } from '../../sync/queries/sightings.ts'
import { listingText } from '../merge/fields.ts'
import { StoredSent } from './kept.ts'
import { activeSkus, ourValueColumns, toListingValues } from './sides.ts'

/** A SKU that was never at Amazon. `text` is all that its listing would say. */
export type UnlistedSku = {
  skuId: string
  productId: string
  sku: string
  asin: string | null
  values: ListingValues
  text: string
  sent: StoredSent
}

type UnlistedSkuRecord = Pick<UnlistedSku, 'skuId' | 'productId' | 'sku' | 'asin'> &
  Parameters<typeof toListingValues>[0] & { sent: unknown }

/** The active SKUs `s` that no listing was ever read of and that have all a listing needs; `which` says which of them. */
export async function readUnlistedSkus(tx: Tx, place: AccountMarketplace, which: SQL): Promise<UnlistedSku[]> {
  const { companyId, accountId, marketplaceId } = place
  const { rows } = await tx.execute<UnlistedSkuRecord>(sql`
    select s.id as "skuId", s.product_id as "productId", s.sku, s.asin, ${ourValueColumns}, coalesce(l.sent, '{}') as sent
    from ${activeSkus(companyId)}
    left join amazon_listings l on l.company_id = ${companyId} and l.integration_id = ${accountId}
      and l.marketplace_id = ${marketplaceId} and l.sku_id = s.id
    where s.last_amazon_sync is null and s.price is not null and ${which} and not exists (
      select from amazon_listings known
      where known.company_id = ${companyId} and known.sku_id = s.id and known.read_at is not null
    )
    order by s.id`)
  return rows.map(({ skuId, productId, sku, asin, sent, ...ours }) => {
    const values = toListingValues(ours)
    return { skuId, productId, sku, asin, values, text: listingText(values, asin), sent: StoredSent.parse(sent) }
  })
}
