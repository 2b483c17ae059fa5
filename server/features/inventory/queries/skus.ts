import { sql } from 'drizzle-orm'
import { noSuchSku } from '#server/features/products/queries/skus.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'

const findSku = prepared(
  () => sql`select from skus where company_id = ${companyParameter} and id = ${sql.placeholder('skuId')}`,
)

export async function assertSkuExists(tx: Tx, companyId: string, skuId: string): Promise<void> {
  const found = await findSku(tx, { companyId, skuId })
  if (found.length === 0) throw noSuchSku()
}
