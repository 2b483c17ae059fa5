import type { Tx } from '#server/platform/db/client.ts'
import {
  addCounts,
  countedSkus,
  endCountedHolds,
  lateSkus,
  noteLateSightings,
  type Counting,
} from './queries/counts.ts'
import { lockLevels, settleLevels } from './queries/levels.ts'

/**
 * The one place where stock changes by counting, for one SKU or for all of them. Answers how many SKUs have other
 * quantities than before. The SKUs' versions are the caller's: Amazon's counting leaves them alone.
 */
export async function recordCounts(tx: Tx, counting: Counting): Promise<number> {
  const { companyId, source, readAt, seenAt } = counting
  await lockLevels(tx, companyId, countedSkus(counting))
  if (source === 'amazon') await endCountedHolds(tx, counting)
  const { changed, late } = await addCounts(tx, counting)
  if (late > 0 && seenAt) await noteLateSightings(tx, { ...counting, seenAt })
  if (source === 'amazon' && late > 0) await settleLevels(tx, companyId, lateSkus(counting), readAt)
  return changed
}
