import type { OrderBatch } from '#contract/order-batches.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { describeBatch } from './describe-batch.ts'
import { lockBatch, setFinished, setStopped } from './queries/batches.ts'
import { markWaitingRefused } from './queries/items.ts'

/** What has been begun goes on; what still waits is left alone. */
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
