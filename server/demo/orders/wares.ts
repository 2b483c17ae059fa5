import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { endings } from '../stock/endings.ts'
import { chanceOf, dailySales } from '../stock/sales.ts'

/** Something that Amazon ships for the demo company, as a channel sells it. `demand` says how often next to the others. */
export type ShopItem = { sku: string; title: string; price: string; since: Date; isPlentiful: boolean; demand: number }

/** Of these a few more can be sold without anybody running low. */
const plentyUnits = 18

export async function listShopItems(tx: Tx, channelId: string, offersAllSkus: boolean): Promise<ShopItem[]> {
  const ofChannel = and(eq(listings.skuId, skus.id), eq(listings.channelId, channelId))
  const rows = await tx
    .select({ sku: skus, product: products, level: stockLevels, listing: listings })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .leftJoin(listings, ofChannel)
    .where(and(eq(skus.isActive, true), eq(skus.stockHolder, 'amazon'), isNotNull(skus.price)))
    .orderBy(asc(skus.sku))
  return rows
    .filter(({ listing }) => listing?.isVisible ?? offersAllSkus)
    .map(({ sku, product, level, listing }) => ({
      sku: sku.sku,
      title: sku.title ?? product.title,
      price: listing?.price ?? sku.price ?? '0.00',
      since: sku.createdAt,
      isPlentiful: level.qtyAvailable >= plentyUnits && !(sku.sku in endings),
      demand: demandOf(sku),
    }))
}

/** What sells well on Amazon sells well elsewhere, and what is nearly gone did so lately. */
const demandOf = ({ sku, price }: { sku: string; price: string | null }): number =>
  dailySales(chanceOf(sku), Number(price)) ** 1.15 * (sku in endings ? 2.5 : 1)
