import type { Tx } from '#server/platform/db/client.ts'
import { againOnCollision } from '#server/platform/db/collisions.ts'
import { inHeavyTurn } from '#server/platform/heavy-turns.ts'
import { auditAddedSkus } from './audit-added-skus.ts'
import { takeTurn } from './take-turn.ts'
import { advance, withWritten, type Progress, type Reading } from './progress.ts'
import { lockRun, saveProgress } from './queries/runs.ts'
import { listNewCodes } from './queries/sightings.ts'
import { saveReadUntil } from './queries/state.ts'
import type { Sync } from './sync.ts'
import type { StockBatch } from './read-batches.ts'
import { writeBatch } from './write-batch.ts'

type Taken = { reading: Reading; batch: StockBatch; progress: Progress }

/** Writes a batch and how far the run has come, both or neither. */
export async function takeBatch(sync: Sync, taken: Taken): Promise<Progress> {
  return inHeavyTurn(sync.ctx.companyId, async () => {
    const begun = performance.now()
    const progress = await againOnCollision(() => sync.ctx.transaction((tx) => writeTaken(tx, sync, taken)))
    return withWritten(progress, performance.now() - begun)
  })
}

async function writeTaken(tx: Tx, sync: Sync, { reading, batch, progress }: Taken): Promise<Progress> {
  const { ctx, run } = sync
  const { companyId } = ctx
  await lockRun(tx, companyId, run.id)
  await takeTurn(tx, companyId)
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
  const next = advance(progress, reading, batch, result)
  await saveProgress(tx, companyId, run.id, next, ctx.clock.now())
  if (!batch.next) await saveReadUntil(tx, { ...place, kind: 'inventory' }, reading.beganAt, run.mode === 'full')
  if (result.created > 0) await auditAddedSkus(tx, sync, await listNewCodes(tx, 'sighted'))
  await sync.news.tell(tx, { hasNewSkus: result.created > 0 })
  return next
}
