import { sql, type SQL } from 'drizzle-orm'
import { defaultLowStockThreshold } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** At or under how many units a SKU of the company is low, to stand inside a statement. */
export const lowStockThreshold = (companyId: string): SQL => sql`
  (select low_stock_threshold from company_settings where company_id = ${companyId})`

export async function readLowStockThreshold(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.execute<{ threshold: number | null }>(
    sql`select ${lowStockThreshold(companyId)} as threshold`,
  )
  return rows[0]?.threshold ?? defaultLowStockThreshold
}
