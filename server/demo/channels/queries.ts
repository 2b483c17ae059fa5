import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'

export async function findSkuId(tx: Tx, sku: string): Promise<string> {
  const [found] = await tx.select({ id: skus.id }).from(skus).where(eq(skus.sku, sku))
  if (!found) throw new Error(`The demo company has no SKU ${sku}`)
  return found.id
}
