import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { Dimensions, type SkuRow } from '#contract/products.ts'
import { stockStanding } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'

const editable = {
  sku: skus.sku,
  asin: skus.asin,
  title: skus.title,
  price: skus.price,
  compareAtPrice: skus.compareAtPrice,
  cost: skus.cost,
  weight: skus.weight,
  weightUnit: skus.weightUnit,
  dimensions: skus.dimensions,
  packageQuantity: skus.packageQuantity,
  shippingTemplate: skus.shippingTemplate,
  isHazmat: skus.isHazmat,
  prepInstructions: skus.prepInstructions,
  isActive: skus.isActive,
  safetyBuffer: skus.safetyBuffer,
}

const rowFields = {
  id: skus.id,
  ...editable,
  fnsku: skus.fnsku,
  stockHolder: skus.stockHolder,
  lastAmazonSync: skus.lastAmazonSync,
  version: skus.version,
  qtyAvailable: stockLevels.qtyFree,
  qtyReserved: sql<number>`${stockLevels.qtyReserved} + ${stockLevels.qtyHeld}`,
  qtyInbound: stockLevels.qtyInbound,
  threshold: companySettings.lowStockThreshold,
}

export const listSkus = (tx: Tx, productId: string): Promise<SkuRow[]> => readSkus(tx, eq(skus.productId, productId))

export async function getSkuOrThrow(tx: Tx, skuId: string): Promise<SkuRow> {
  const [sku] = await readSkus(tx, eq(skus.id, skuId))
  if (!sku) throw noSuchSku()
  return sku
}

async function readSkus(tx: Tx, which: SQL): Promise<SkuRow[]> {
  const found = await tx
    .select(rowFields)
    .from(skus)
    .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .innerJoin(companySettings, eq(companySettings.companyId, skus.companyId))
    .where(which)
    .orderBy(asc(skus.sku))
  return found.map(({ threshold, dimensions, lastAmazonSync, ...row }) => ({
    ...row,
    dimensions: toDimensions(dimensions),
    lastAmazonSync: lastAmazonSync?.toISOString() ?? null,
    status: stockStanding(row, threshold).status,
  }))
}

/** Locks a SKU of this product for a change. */
export async function lockSku(tx: Tx, productId: string, skuId: string) {
  const [sku] = await tx
    .select({ ...editable, lastAmazonSync: skus.lastAmazonSync, version: skus.version })
    .from(skus)
    .where(and(eq(skus.id, skuId), eq(skus.productId, productId)))
    .for('update')
  if (!sku) throw noSuchSku()
  return { ...sku, dimensions: toDimensions(sku.dimensions) }
}

/** Locks all SKUs of a product, in the order in which everybody locks them. */
export async function lockSkusOf(tx: Tx, productId: string): Promise<{ id: string; sku: string; isActive: boolean }[]> {
  return tx
    .select({ id: skus.id, sku: skus.sku, isActive: skus.isActive })
    .from(skus)
    .where(eq(skus.productId, productId))
    .orderBy(asc(skus.id))
    .for('update')
}

const toDimensions = (kept: unknown) => Dimensions.nullable().parse(kept)

export const noSuchSku = () => new AppError('not_found', 'There is no such SKU.')
