import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import { auditAddedSkus } from './audit-added-skus.ts'
import { lockStockWrites } from './take-turn.ts'
import { advanceProgress, addWriteTime, type Progress, type Reading } from './progress.ts'
import { lockRun, saveProgress } from './queries/runs.ts'
import { listNewSkuCodes } from './queries/sightings.ts'
import { upsertReadUntil } from './queries/state.ts'
import type { InventorySync } from './sync.ts'
import type { StockBatch } from './read-batches.ts'
import { writeBatch } from './write-batch.ts'

type BatchToSave = { reading: Reading; batch: StockBatch; progress: Progress }

/** Writes a batch and how far the run has come, both or neither. */
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
    // A clock that is behind the one that started the run must not make a SKU look unseen by it.
    seenAt: new Date(Math.max(batch.readAt.getTime(), run.startedAt.getTime())),
    causes: progress.checkpoint.causes,
  })
  const next = advanceProgress(progress, reading, batch, result)
  await saveProgress(tx, companyId, run.id, next, ctx.clock.now())
  if (!batch.next) await upsertReadUntil(tx, { ...place, kind: 'inventory' }, reading.beganAt, run.mode === 'full')
  if (result.created > 0) await auditAddedSkus(tx, sync, await listNewSkuCodes(tx, 'sighted'))
  await sync.notifier.notify(tx, { hasNewSkus: result.created > 0 })
  return next
}
