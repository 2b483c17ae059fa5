import { asc, eq, sql } from 'drizzle-orm'
import type { ListingRow } from '#contract/products.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { channels, listings } from '#server/platform/db/schema/channels.ts'

/** As chosen for the SKU, or as the channel does with all SKUs. */
const isVisible = sql<boolean>`coalesce(${listings.isVisible}, (${channels.config} ->> 'offersAllSkus')::boolean, true)`

/** Where a product's SKUs are offered, channel by channel. */
export async function listListings(tx: Tx, productId: string): Promise<ListingRow[]> {
  const found = await tx
    .select({
      channelId: listings.channelId,
      channelName: channels.name,
      channelType: channels.type,
      skuId: listings.skuId,
      sku: skus.sku,
      price: listings.price,
      isVisible,
      syncStatus: listings.syncStatus,
      syncError: listings.syncError,
      lastSyncedAt: listings.lastSyncedAt,
    })
    .from(skus)
    .innerJoin(listings, eq(listings.skuId, skus.id))
    .innerJoin(channels, eq(channels.id, listings.channelId))
    .where(eq(skus.productId, productId))
    .orderBy(asc(channels.name), asc(channels.id), asc(skus.sku))
  return found.map((row) => ({ ...row, lastSyncedAt: row.lastSyncedAt?.toISOString() ?? null }))
}
