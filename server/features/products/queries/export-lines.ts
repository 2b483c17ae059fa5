import { and, asc, eq, gt, gte, or } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { searched } from './products.ts'

const exportFields = {
  productId: products.id,
  productTitle: products.title,
  brand: products.brand,
  category: products.category,
  description: products.description,
  isProductActive: products.isActive,
  sku: skus.sku,
  title: skus.title,
  price: skus.price,
  quantity: stockLevels.qtyAvailable,
  asin: skus.asin,
  isSkuActive: skus.isActive,
  compareAtPrice: skus.compareAtPrice,
  cost: skus.cost,
  weight: skus.weight,
  weightUnit: skus.weightUnit,
  packageQuantity: skus.packageQuantity,
  fnsku: skus.fnsku,
  isHazmat: skus.isHazmat,
}

export type ExportLine = Awaited<ReturnType<typeof listExportLines>>[number]

/** Where the lines before ended; a product without SKUs has one line, without a code. */
type Position = { productId: string; sku: string | null }
type ExportQuery = { search: string | undefined; after: Position | undefined; limit: number }

/**
 * The next lines after one: each SKU with its product, in the order in which products were added. The SKUs are told
 * where to begin too, or PostgreSQL would read all of them up to there for every batch.
 */
export async function listExportLines(tx: Tx, { search, after, limit }: ExportQuery) {
  return tx
    .select(exportFields)
    .from(products)
    .leftJoin(skus, and(eq(skus.productId, products.id), after && gte(skus.productId, after.productId)))
    .leftJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .where(and(searched(search), follows(after)))
    .orderBy(asc(products.id), asc(skus.sku))
    .limit(limit)
}

function follows(after: Position | undefined) {
  if (!after) return undefined
  const { productId, sku } = after
  const isLaterProduct = gt(products.id, productId)
  return and(gte(products.id, productId), sku === null ? isLaterProduct : or(isLaterProduct, gt(skus.sku, sku)))
}
