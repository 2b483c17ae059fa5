import { sql } from 'drizzle-orm'
import { lockWaitingDeliveries } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { failOnDataError } from './fail-delivery.ts'
import { parseDelivery } from './read-delivery.ts'
import { ingestDeliveries } from './take-in-deliveries.ts'
import { noCounts, addCounts, type RunCounts } from './tally.ts'

/** Takes deliveries in each by itself, so that one that can't be stored does not keep the others. */
export async function processOneByOne(ctx: CompanyContext, deliveryIds: readonly string[]): Promise<RunCounts> {
  let counts = noCounts
  for (const id of deliveryIds)
    counts = addCounts(counts, await failOnDataError(ctx, id, () => processDelivery(ctx, id)))
  return counts
}

const processDelivery = (ctx: CompanyContext, id: string): Promise<RunCounts> =>
  ctx.transaction(async (tx) => {
    const deliveries = await lockWaitingDeliveries(tx, ctx.companyId, 1, sql`e.id = ${id}`)
    const parsed = deliveries.map((delivery) => parseDelivery(ctx, delivery))
    return ingestDeliveries(tx, ctx, parsed)
  })
