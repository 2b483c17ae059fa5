import { sql } from 'drizzle-orm'
import { lockWaiting } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { orFail } from './fail-delivery.ts'
import { readDelivery } from './read-delivery.ts'
import { takeInDeliveries } from './take-in-deliveries.ts'
import { noneYet, sumOf, type Tally } from './tally.ts'

/** Takes deliveries in each by itself, so that one that can't be stored does not keep the others. */
export async function takeInOneByOne(ctx: CompanyContext, deliveryIds: readonly string[]): Promise<Tally> {
  let tally = noneYet
  for (const id of deliveryIds) tally = sumOf(tally, await orFail(ctx, id, () => takeInOne(ctx, id)))
  return tally
}

const takeInOne = (ctx: CompanyContext, id: string): Promise<Tally> =>
  ctx.transaction(async (tx) => {
    const deliveries = await lockWaiting(tx, ctx.companyId, 1, sql`e.id = ${id}`)
    const read = deliveries.map((delivery) => readDelivery(ctx, delivery))
    return takeInDeliveries(tx, ctx, read)
  })
