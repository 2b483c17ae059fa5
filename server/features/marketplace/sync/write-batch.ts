import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { addAmazonSkus, updateAmazonSkus } from '#server/features/products/amazon-sku-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import type { StockRow } from '#server/ports/marketplace.ts'
import { recordDifferences, totalDifferences } from './drift.ts'
import {
  addWriteTime,
  advanceProgress,
  type BatchResult,
  type CauseCounts,
  type InventorySync,
  type Progress,
  type Reading,
  type StockBatch,
} from './progress.ts'
import { lockRun, saveProgress } from './run-queries.ts'
import { upsertReadUntil } from './schedule-queries.ts'
import {
  type AccountMarketplace,
  assignNewProducts,
  countStagedStock,
  knownSkus,
  listNewSkuCodes,
  lockStockWrites,
  newProducts,
  newSkus,
  stagedStockCounts,
  stageStock,
} from './staging-queries.ts'

type BatchToSave = { reading: Reading; batch: StockBatch; progress: Progress }

/** Writes a batch and the run's progress in one transaction. */
export async function saveBatch(sync: InventorySync, toSave: BatchToSave): Promise<Progress> {
  return withHeavySlot(sync.ctx.companyId, async () => {
    const begun = performance.now()
    const progress = await retryOnConflict(() => sync.ctx.transaction((tx) => writeBatchAndProgress(tx, sync, toSave)))
    return addWriteTime(progress, performance.now() - begun)
  })
}

async function writeBatchAndProgress(
  tx: Tx,
  sync: InventorySync,
  { reading, batch, progress }: BatchToSave,
): Promise<Progress> {
  const { ctx, run } = sync
  const { companyId } = ctx
  await lockRun(tx, companyId, run.id)
  await lockStockWrites(tx, companyId)
  const place = { companyId, accountId: run.accountId, marketplaceId: reading.marketplaceId }
  const result = await writeBatch(tx, {
    runId: run.id,
    place,
    isFull: run.mode === 'full',
    rows: batch.rows,
    readAt: batch.readAt,
    // A worker whose clock is behind the one that started the run must not make a SKU look unseen by it.
    seenAt: new Date(Math.max(batch.readAt.getTime(), run.startedAt.getTime())),
    causes: progress.checkpoint.causes,
  })
  const next = advanceProgress(progress, reading, batch, result)
  await saveProgress(tx, companyId, run.id, next, ctx.clock.now())
  if (!batch.next) await upsertReadUntil(tx, { ...place, kind: 'inventory' }, reading.beganAt, run.mode === 'full')
  if (result.created > 0) await auditAddedSkus(tx, sync, await listNewSkuCodes(tx, 'staged_stock'))
  await sync.notifier.notify(tx, { hasNewSkus: result.created > 0 })
  return next
}

type BatchToWrite = {
  runId: string
  place: AccountMarketplace
  isFull: boolean
  rows: readonly StockRow[]
  readAt: Date
  seenAt: Date
  /** Differences found by the run so far. */
  causes: CauseCounts
}

/** Writes stock rows with a constant number of statements, whatever their number. */
async function writeBatch(tx: Tx, batch: BatchToWrite): Promise<BatchResult> {
  const { place, readAt, seenAt, causes } = batch
  const { companyId } = place
  await stageStock(tx, place, lastRowPerSku(batch.rows))
  const { created, elsewhere } = await countStagedStock(tx)
  const seen = { ...place, seenAt }
  if (created > 0) {
    await assignNewProducts(tx, 'staged_stock')
    await addAmazonSkus(tx, seen, { products: newProducts, skus: newSkus })
  }
  await updateAmazonSkus(tx, seen, knownSkus)
  const found = batch.isFull ? await recordDifferences(tx, companyId, batch.runId, causes) : causes
  const changed = await recordCounts(tx, { companyId, source: 'amazon', readAt, seenAt, counts: stagedStockCounts })
  return { changed, created, elsewhere, differences: totalDifferences(found) - totalDifferences(causes), causes: found }
}

/** Paging over changing data may return a SKU twice; the last row counts. */
export const lastRowPerSku = <Row extends { sku: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.sku, row])).values(),
]

type RunContext = { ctx: CompanyContext; run: { id: string } }

/** Audits SKUs that a sync created; `codes` are their SKU codes. */
export async function auditAddedSkus(tx: Tx, { ctx, run }: RunContext, codes: readonly string[]): Promise<void> {
  await recordAudit(tx, ctx, {
    action: 'amazon.add-skus',
    resource: 'sync-run',
    resourceId: run.id,
    companyId: ctx.companyId,
    after: { created: codes.length, skus: codes },
  })
}
