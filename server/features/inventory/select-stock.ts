import type { InventoryQuery } from '#contract/inventory.ts'
import { availableRange } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { StockSelection } from './queries/stock-selection.ts'
import { readLowStockThreshold } from './queries/threshold.ts'

type Filter = Pick<InventoryQuery, 'search' | 'status'>

/** What a status means depends on the company's threshold; without one, that is not asked for. */
export async function selectStock(tx: Tx, companyId: string, { search, status }: Filter): Promise<StockSelection> {
  const range = status && availableRange(status, await readLowStockThreshold(tx, companyId))
  return { companyId, search, range }
}
