import { sql } from 'drizzle-orm'
import type { ListingRow } from '#contract/products.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { prepared } from '#server/platform/db/prepared.ts'

/** Visible as chosen for the SKU, or as the channel does with all SKUs. */
const readListings = prepared<ListingRow>(
  () => sql`
  select l.channel_id as "channelId", c.name as "channelName", c.type as "channelType", l.sku_id as "skuId", s.sku, l.price,
    coalesce(l.is_visible, (c.config ->> 'offersAllSkus')::boolean, true) as "isVisible", l.sync_status as "syncStatus",
    l.sync_error as "syncError", l.last_synced_at as "lastSyncedAt"
  from skus s
  join listings l on l.company_id = s.company_id and l.sku_id = s.id
  join channels c on c.company_id = l.company_id and c.id = l.channel_id
  where s.product_id = ${sql.placeholder('productId')}
  order by c.name, c.id, s.sku`,
)

/** Where a product's SKUs are offered, channel by channel. */
export async function listListings(tx: Tx, productId: string): Promise<ListingRow[]> {
  const found = await readListings(tx, { productId })
  return found.map((row) => ({ ...row, lastSyncedAt: isoOrNull(row.lastSyncedAt) }))
}
