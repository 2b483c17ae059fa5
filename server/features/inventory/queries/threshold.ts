import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { defaultLowStockThreshold } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'

/** At or under how many units a SKU of the company is low, to stand inside a statement. */
export const lowStockThreshold = (companyId: SQLWrapper | string): SQL => sql`
  (select low_stock_threshold from company_settings where company_id = ${companyId})`

const readThreshold = prepared<{ threshold: number | null }>(
  () => sql`select ${lowStockThreshold(companyParameter)} as threshold`,
)

export async function readLowStockThreshold(tx: Tx, companyId: string): Promise<number> {
  const [found] = await readThreshold(tx, { companyId })
  return found?.threshold ?? defaultLowStockThreshold
}
