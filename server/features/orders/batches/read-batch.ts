import type { OrderBatch } from '#contract/order-batches.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { describeBatch } from './describe-batch.ts'

export function readBatch(ctx: CompanyContext, { batchId }: { batchId: string }): Promise<OrderBatch> {
  return ctx.read((tx) => describeBatch(tx, ctx.companyId, batchId))
}
