import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { addAmazonSkus, updateAmazonSkus } from '#server/features/products/queries/amazon-skus.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { StockRow } from '#server/ports/marketplace.ts'
import { lastRowPerSku } from './last-words.ts'
import { recordDifferences, totalDifferences, type CauseCounts } from './queries/differences.ts'
import {
  stagedStockCounts,
  countStagedStock,
  knownSkus,
  assignNewProducts,
  newProducts,
  newSkus,
  stageStock,
  type AccountMarketplace,
} from './queries/sightings.ts'

export type BatchToWrite = {
  runId: string
  place: AccountMarketplace
  isFull: boolean
  rows: readonly StockRow[]
  readAt: Date
  seenAt: Date
  /** What the run has found to differ so far. */
  causes: CauseCounts
}

export type BatchResult = {
  changed: number
  created: number
  elsewhere: number
  differences: number
  causes: CauseCounts
}

/** Writes what Amazon said of some SKUs: a statement or two for each kind of change, whatever their number. */
export async function writeBatch(tx: Tx, batch: BatchToWrite): Promise<BatchResult> {
  const { place, readAt, seenAt, causes } = batch
  const { companyId } = place
  await stageStock(tx, place, lastRowPerSku(batch.rows))
  const { created, elsewhere } = await countStagedStock(tx)
  const sighting = { ...place, seenAt }
  if (created > 0) {
    await assignNewProducts(tx, 'sighted')
    await addAmazonSkus(tx, sighting, { products: newProducts, skus: newSkus })
  }
  await updateAmazonSkus(tx, sighting, knownSkus)
  const found = batch.isFull ? await recordDifferences(tx, companyId, batch.runId, causes) : causes
  const changed = await recordCounts(tx, { companyId, source: 'amazon', readAt, seenAt, counts: stagedStockCounts })
  return { changed, created, elsewhere, differences: totalDifferences(found) - totalDifferences(causes), causes: found }
}
