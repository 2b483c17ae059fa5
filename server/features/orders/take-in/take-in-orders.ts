import { lockWaitingDeliveries } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isDataError } from './is-fault-of-order.ts'
import { parseDelivery } from './read-delivery.ts'
import { ingestDeliveries } from './take-in-deliveries.ts'
import { processOneByOne } from './take-in-one-by-one.ts'
import { noCounts, addCounts, type RunCounts } from './tally.ts'

const batchSize = 50

/** Takes in what channels have sent, oldest first, until nothing waits to be read. Nobody outside is asked here. */
export async function processInbox(ctx: CompanyContext): Promise<RunCounts> {
  let counts = noCounts
  for (;;) {
    const batch = await processBatch(ctx)
    counts = addCounts(counts, batch.counts)
    if (batch.size === 0) return counts
  }
}

async function processBatch(ctx: CompanyContext): Promise<{ size: number; counts: RunCounts }> {
  const deliveryIds: string[] = []
  try {
    return await ctx.transaction(async (tx) => {
      const deliveries = await lockWaitingDeliveries(tx, ctx.companyId, batchSize)
      deliveryIds.push(...deliveries.map(({ id }) => id))
      const parsed = deliveries.map((delivery) => parseDelivery(ctx, delivery))
      return { size: deliveries.length, counts: await ingestDeliveries(tx, ctx, parsed) }
    })
  } catch (error) {
    if (!isDataError(error)) throw error
    return { size: deliveryIds.length, counts: await processOneByOne(ctx, deliveryIds) }
  }
}
