import { sql } from 'drizzle-orm'
import { lockWaiting } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { fetchOrders, type ToFetch } from './fetch-orders.ts'
import { isFaultOfOrder } from './is-fault-of-order.ts'
import { readDelivery } from './read-delivery.ts'
import { takeInOneByOne } from './take-in-one-by-one.ts'
import { takeInDeliveries } from './take-in-deliveries.ts'
import { noneYet, sumOf, type Tally } from './tally.ts'

const batchSize = 50

/** Takes in what channels have sent, oldest first, until nothing waits that can be taken in now. */
export async function takeInOrders(ctx: CompanyContext): Promise<Tally> {
  let tally = noneYet
  const unreachable = new Set<string>()
  for (;;) {
    const batch = await takeInBatch(ctx, unreachable)
    tally = sumOf(sumOf(tally, batch.tally), await fetchOrders(ctx, batch.toFetch, unreachable))
    if (batch.size === 0) return tally
  }
}

type Batch = { size: number; tally: Tally; toFetch: readonly ToFetch[] }

async function takeInBatch(ctx: CompanyContext, unreachable: ReadonlySet<string>): Promise<Batch> {
  const found: string[] = []
  try {
    return await ctx.transaction(async (tx) => {
      const reachable = sql`e.channel_id <> all(${sql.param([...unreachable])}::uuid[])`
      const deliveries = await lockWaiting(tx, ctx.companyId, batchSize, reachable)
      found.push(...deliveries.map(({ id }) => id))
      const read = deliveries.map((delivery) => ({ delivery, said: readDelivery(ctx, delivery) }))
      const toFetch = read.flatMap(({ delivery, said }) => (said.kind === 'fetch' ? [{ delivery, said }] : []))
      const told = read.flatMap(({ said }) => (said.kind === 'fetch' ? [] : [said]))
      const tally = await takeInDeliveries(tx, ctx, told)
      return { size: deliveries.length, tally, toFetch }
    })
  } catch (error) {
    if (!isFaultOfOrder(error)) throw error
    return { size: found.length, tally: await takeInOneByOne(ctx, found), toFetch: [] }
  }
}
