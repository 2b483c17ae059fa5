import { asc, eq, sql } from 'drizzle-orm'
import type { ChangedResource } from '#contract/bulk.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { inventorySnapshots } from '#server/platform/db/schema/stock.ts'
import type { Edit } from './edits.ts'

/** One changed thing; `sku` is the code in whose row it was typed. */
export type ChangedCell = {
  sku: string
  resource: ChangedResource
  resourceId: string
  label: string
  before: Record<string, string | number>
  after: Record<string, string | number | null>
}

/** The counts of one moment, each against the count before it; before the first, the shelf was empty. */
export async function changedCounts(tx: Tx, moment: Date): Promise<ChangedCell[]> {
  const { skuId, capturedAt, qtyAvailable } = inventorySnapshots
  const last = sql<number>`coalesce((
    select before.qty_available from inventory_snapshots before
    where before.sku_id = ${skuId} and before.captured_at < ${capturedAt}
    order by before.captured_at desc limit 1), 0)`
  const counts = await tx
    .select({ skuId, sku: skus.sku, quantity: qtyAvailable, last })
    .from(inventorySnapshots)
    .innerJoin(skus, eq(skus.id, skuId))
    .where(eq(capturedAt, moment))
    .orderBy(asc(skus.sku))
  return counts.map(({ skuId: resourceId, sku, quantity, last: before }) => ({
    sku,
    resource: 'stock',
    resourceId,
    label: sku,
    before: { quantity: before },
    after: { quantity },
  }))
}

export async function changedCells(tx: Tx, edits: Edit[]): Promise<ChangedCell[]> {
  const all = await tx
    .select({ skus, product: products })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
  return edits.map(({ sku: code, field, before }) => {
    const found = all.find(({ skus: { sku } }) => sku === code)
    if (!found) throw new Error(`The demo catalogue has no SKU ${code}`)
    return { sku: code, before: { [field]: before }, ...valueNow(found, field) }
  })
}

type FoundSku = { skus: typeof skus.$inferSelect; product: typeof products.$inferSelect }

/** A category is the product's, whichever of its SKUs it was typed at. */
function valueNow({ skus: sku, product }: FoundSku, field: Edit['field']) {
  if (field === 'category') {
    return {
      resource: 'product' as const,
      resourceId: product.id,
      label: product.title,
      after: { category: product.category },
    }
  }
  return { resource: 'sku' as const, resourceId: sku.id, label: sku.sku, after: { [field]: sku[field] } }
}
