import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OrderBatch, orderBatchesApi } from '#contract/order-batches.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { orderNotFound } from '../queries/order-row.ts'
import { describeBatch } from './describe-batch.ts'
import { insertBatch } from './queries/batches.ts'
import { insertItems } from './queries/items.ts'
import { areAllOrders } from './queries/picked-orders.ts'

type BatchInput = ParsedInputOf<(typeof orderBatchesApi)['start']>

/** Writes down what is to be done to which orders; `orders.run-batches` does it. */
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
