import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { orderBatches } from '#server/platform/db/schema/order-batches.ts'
import { hasOpenItems } from './outcome.ts'

export type BatchRecord = typeof orderBatches.$inferSelect

const byId = (companyId: string, batchId: string) =>
  and(eq(orderBatches.companyId, companyId), eq(orderBatches.id, batchId))

const noSuchBatch = () => new AppError('not_found', 'There is no such batch.')

export async function insertBatch(tx: Tx, batch: typeof orderBatches.$inferInsert): Promise<void> {
  await tx.insert(orderBatches).values(batch)
}

export async function getBatchOrThrow(tx: Tx, companyId: string, batchId: string): Promise<BatchRecord> {
  const [batch] = await tx.select().from(orderBatches).where(byId(companyId, batchId))
  if (!batch) throw noSuchBatch()
  return batch
}

export async function lockBatch(tx: Tx, companyId: string, batchId: string): Promise<BatchRecord> {
  const [batch] = await tx.select().from(orderBatches).where(byId(companyId, batchId)).for('no key update')
  if (!batch) throw noSuchBatch()
  return batch
}

export async function setStopped(tx: Tx, companyId: string, batchId: string, at: Date): Promise<void> {
  await tx
    .update(orderBatches)
    .set({ stoppedAt: at })
    .where(and(byId(companyId, batchId), isNull(orderBatches.stoppedAt)))
}

/** Ends the batches, or the one named, in which nothing waits or is under way any more; answers how many those were. */
export async function setFinished(tx: Tx, companyId: string, at: Date, batchId?: string): Promise<number> {
  const { rows } = await tx.execute(sql`
    update order_batches b set finished_at = ${at.toISOString()}::timestamptz
    where b.company_id = ${companyAtRunTime(companyId)} and b.finished_at is null and not ${hasOpenItems}
      ${batchId === undefined ? sql`` : sql`and b.id = ${batchId}`}
    returning b.id`)
  return rows.length
}
