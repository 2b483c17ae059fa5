import { lockWaiting } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isFaultOfOrder } from './is-fault-of-order.ts'
import { readDelivery } from './read-delivery.ts'
import { takeInDeliveries } from './take-in-deliveries.ts'
import { takeInOneByOne } from './take-in-one-by-one.ts'
import { noneYet, sumOf, type Tally } from './tally.ts'

const batchSize = 50

/** Takes in what channels have sent, oldest first, until nothing waits to be read. Nobody outside is asked here. */
export async function takeInOrders(ctx: CompanyContext): Promise<Tally> {
  let tally = noneYet
  for (;;) {
    const batch = await takeInBatch(ctx)
    tally = sumOf(tally, batch.tally)
    if (batch.size === 0) return tally
  }
}

async function takeInBatch(ctx: CompanyContext): Promise<{ size: number; tally: Tally }> {
  const found: string[] = []
  try {
    return await ctx.transaction(async (tx) => {
      const deliveries = await lockWaiting(tx, ctx.companyId, batchSize)
      found.push(...deliveries.map(({ id }) => id))
      const read = deliveries.map((delivery) => readDelivery(ctx, delivery))
      return { size: deliveries.length, tally: await takeInDeliveries(tx, ctx, read) }
    })
  } catch (error) {
    if (!isFaultOfOrder(error)) throw error
    return { size: found.length, tally: await takeInOneByOne(ctx, found) }
  }
}
