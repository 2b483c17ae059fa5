import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { BatchResult, OrderBatch, orderBatchesApi } from '#contract/order-batches.ts'
import { type BatchOutcome, batchOutcomes } from '#contract/order-status.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { areAllOrders, orderNotFound } from '../order-queries.ts'
import {
  getBatchOrThrow,
  insertBatch,
  insertItems,
  listResults,
  lockBatch,
  markWaitingRefused,
  setFinished,
  setStopped,
} from './queries.ts'

type BatchInput = ParsedInputOf<(typeof orderBatchesApi)['start']>

/** Inserts the batch with its items; the job `orders.run-batches` carries it out. */
export async function startBatch(ctx: CompanyContext, input: BatchInput): Promise<OrderBatch> {
  const { companyId, actor } = ctx
  if (actor.type !== 'user') throw new Error('Only a person can start a batch')
  const { action, reason = null, shippingSpeed = null } = input
  const orderIds = [...new Set(input.orderIds)]
  const batch = { companyId, id: newId(), action, reason, shippingSpeed, userId: actor.userId, userName: actor.name }
  return ctx.transaction(async (tx) => {
    if (!(await areAllOrders(tx, companyId, orderIds))) throw orderNotFound()
    await insertBatch(tx, { ...batch, startedAt: ctx.clock.now() })
    await insertItems(tx, companyId, batch.id, orderIds)
    await recordAudit(tx, ctx, {
      action: 'order-batch.start',
      resource: 'order-batch',
      resourceId: batch.id,
      companyId,
      after: { action, orders: orderIds.length, reason, shippingSpeed },
    })
    ctx.triggerWorker(tx, 'orders.run-batches')
    return describeBatch(tx, companyId, batch.id)
  })
}

/** Refuses the items that still wait; those that have begun go on. */
export async function stopBatch(ctx: CompanyContext, { batchId }: { batchId: string }): Promise<OrderBatch> {
  const { companyId, actor } = ctx
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await lockBatch(tx, companyId, batchId)
    const left = await markWaitingRefused(tx, companyId, batchId, `Stopped by ${actor.name}.`)
    if (left > 0) {
      await setStopped(tx, companyId, batchId, now)
      await setFinished(tx, companyId, now, batchId)
      await recordAudit(tx, ctx, {
        action: 'order-batch.stop',
        resource: 'order-batch',
        resourceId: batchId,
        companyId,
        after: { leftAlone: left },
      })
      await ctx.publishChange(tx, 'orders')
    }
    return describeBatch(tx, companyId, batchId)
  })
}

export function readBatch(ctx: CompanyContext, { batchId }: { batchId: string }): Promise<OrderBatch> {
  return ctx.read((tx) => describeBatch(tx, ctx.companyId, batchId))
}

/** Progress of a batch with one result per order. */
async function describeBatch(tx: Tx, companyId: string, batchId: string): Promise<OrderBatch> {
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
