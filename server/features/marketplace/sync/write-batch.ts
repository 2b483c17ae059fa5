import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { addAmazonSkus, followAmazonSkus } from '#server/features/products/queries/amazon-skus.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { StockRow } from '#server/ports/marketplace.ts'
import { lastWords } from './last-words.ts'
import { recordDifferences, totalOf, type Causes } from './queries/differences.ts'
import {
  countsOfSightings,
  countSightings,
  knownSkus,
  nameNewProducts,
  newProducts,
  newSkus,
  stageSightings,
  type Place,
} from './queries/sightings.ts'

export type Batch = {
  runId: string
  place: Place
  isFull: boolean
  rows: readonly StockRow[]
  readAt: Date
  seenAt: Date
  /** What the run has found to differ so far. */
  causes: Causes
}

export type BatchResult = {
  changed: number
  created: number
  elsewhere: number
  differences: number
  causes: Causes
}

/** Writes what Amazon said of some SKUs: a statement or two for each kind of change, whatever their number. */
export async function writeBatch(tx: Tx, batch: Batch): Promise<BatchResult> {
  const { place, readAt, seenAt, causes } = batch
  const { companyId } = place
  await stageSightings(tx, place, lastWords(batch.rows))
  const { created, elsewhere } = await countSightings(tx)
  const sighting = { ...place, seenAt }
  if (created > 0) {
    await nameNewProducts(tx, 'sighted')
    await addAmazonSkus(tx, sighting, { products: newProducts, skus: newSkus })
  }
  await followAmazonSkus(tx, sighting, knownSkus)
  const found = batch.isFull ? await recordDifferences(tx, companyId, batch.runId, causes) : causes
  const changed = await recordCounts(tx, { companyId, source: 'amazon', readAt, seenAt, counts: countsOfSightings })
  return { changed, created, elsewhere, differences: totalOf(found) - totalOf(causes), causes: found }
}
