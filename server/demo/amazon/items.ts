import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'

/** One thing that the demo company sells on Amazon, in the words of the stand-in's control plane. */
export type DemoItem = Awaited<ReturnType<typeof listAmazonItems>>[number] & { bullets?: string[] }

/** What the demo company has on Amazon, as its own numbers have it. */
export async function listAmazonItems(tx: Tx) {
  const rows = await tx
    .select({ sku: skus, product: products, level: stockLevels })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .where(and(isNotNull(skus.asin), isNotNull(skus.price)))
    .orderBy(asc(skus.sku))
  return rows.map(({ sku, product, level }) => ({
    sku: sku.sku,
    asin: sku.asin ?? undefined,
    fnsku: sku.fnsku ?? undefined,
    title: sku.title ?? product.title,
    brand: product.brand || undefined,
    description: product.description || undefined,
    price: Number(sku.price),
    weight: { value: Number(sku.weight), unit: 'pounds' as const },
    ...(sku.stockHolder === 'amazon' ? inWarehouse(level) : atMerchant(level)),
  }))
}

type Level = typeof stockLevels.$inferSelect

const inWarehouse = ({ qtyAvailable, qtyReserved, qtyInbound }: Level) => ({
  fulfilledBy: 'amazon' as const,
  fulfillable: qtyAvailable,
  reserved: qtyReserved,
  inboundShipped: qtyInbound,
})

const atMerchant = ({ qtyAvailable }: Level) => ({ fulfilledBy: 'merchant' as const, quantity: qtyAvailable })
