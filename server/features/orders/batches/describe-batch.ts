import type { BatchResult, OrderBatch } from '#contract/order-batches.ts'
import { batchOutcomes, type BatchOutcome } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { getBatchOrThrow } from './queries/batches.ts'
import { listResults } from './queries/results.ts'

/** How far a batch has come, with a result per order. */
export async function describeBatch(tx: Tx, companyId: string, batchId: string): Promise<OrderBatch> {
  const { id, action, userName, startedAt, finishedAt } = await getBatchOrThrow(tx, companyId, batchId)
  const results = await listResults(tx, companyId, batchId)
  return {
    id,
    action,
    startedBy: userName,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    total: results.length,
    counts: countsOf(results),
    results,
  }
}

function countsOf(results: readonly BatchResult[]): OrderBatch['counts'] {
  const none = Object.fromEntries(batchOutcomes.map((outcome) => [outcome, 0])) as Record<BatchOutcome, number>
  for (const { outcome } of results) none[outcome] += 1
  return none
}
