import { and, eq } from 'drizzle-orm'
import { noSuchSku } from '#server/features/products/queries/skus.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'

export async function assertSkuExists(tx: Tx, companyId: string, skuId: string): Promise<void> {
  const [sku] = await tx
    .select({ id: skus.id })
    .from(skus)
    .where(and(eq(skus.companyId, companyId), eq(skus.id, skuId)))
  if (!sku) throw noSuchSku()
}
