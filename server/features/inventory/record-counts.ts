import type { Tx } from '#server/platform/db/client.ts'
import {
  addCounts,
  countedSkus,
  endCountedHolds,
  lateSkus,
  updateLateSeenAt,
  type StockCounts,
} from './queries/counts.ts'
import { lockLevels, refreshLevels } from './queries/levels.ts'

/**
 * The one place where stock changes by counting, for one SKU or for all of them. Answers how many SKUs have other
 * quantities than before. The SKUs' versions are the caller's: Amazon's counting leaves them alone.
 */
export async function recordCounts(tx: Tx, stockCounts: StockCounts): Promise<number> {
  const { companyId, source, readAt, seenAt } = stockCounts
  await lockLevels(tx, companyId, countedSkus(stockCounts))
  if (source === 'amazon') await endCountedHolds(tx, stockCounts)
  const { changed, late } = await addCounts(tx, stockCounts)
  if (late > 0 && seenAt) await updateLateSeenAt(tx, { ...stockCounts, seenAt })
  if (source === 'amazon' && late > 0) await refreshLevels(tx, companyId, lateSkus(stockCounts), readAt)
  return changed
}
