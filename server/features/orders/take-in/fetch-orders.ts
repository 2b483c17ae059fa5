import { sql } from 'drizzle-orm'
import { noteAccess } from '#server/features/channels/access.ts'
import { openConnection } from '#server/features/channels/connection.ts'
import { lockWaiting, type WaitingDelivery } from '#server/features/channels/inbox/queries/waiting.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { orFail } from './fail-delivery.ts'
import { adapterOf, asAnswer, reading, unread, type ReadDelivery } from './read-delivery.ts'
import { takeInDeliveries } from './take-in-deliveries.ts'
import { noneYet, sumOf, type Tally } from './tally.ts'

/** A delivery that names an order without telling it. */
export type ToFetch = { delivery: WaitingDelivery; said: Extract<ReadDelivery, { kind: 'fetch' }> }

/**
 * Asks the channels for orders that they have named, outside of any transaction, and takes each in as it comes. A
 * channel that can't answer becomes `unreachable`: what it has sent waits for the next time, and others go on.
 */
export async function fetchOrders(
  ctx: CompanyContext,
  toFetch: readonly ToFetch[],
  unreachable: Set<string>,
): Promise<Tally> {
  let tally = noneYet
  for (const { delivery, said } of toFetch) {
    if (unreachable.has(said.channelId)) continue
    const read = await fetchOrder(ctx, delivery, said)
    if (read) tally = sumOf(tally, await orFail(ctx, delivery.id, () => takeInFetched(ctx, read)))
    else unreachable.add(said.channelId)
  }
  return tally
}

/** Null when the channel can't answer, or does not let us in. */
async function fetchOrder(
  ctx: CompanyContext,
  delivery: WaitingDelivery,
  { channelId, externalOrderId, eventType }: ToFetch['said'],
): Promise<ReadDelivery | null> {
  const connection = await ctx.transaction(async (tx) => {
    const { accessError } = await getChannelOrThrow(tx, ctx.companyId, channelId)
    return accessError === null ? openConnection(tx, ctx, channelId) : null
  })
  if (!connection) return null
  try {
    const said = await adapterOf(ctx, delivery).fetchOrder?.(connection, externalOrderId)
    return reading(ctx, delivery, () =>
      said ? asAnswer(said) : { kind: 'nothing', eventType, why: 'The channel tells no orders.' },
    )
  } catch (error) {
    if (error instanceof Unavailable) return null
    if (error instanceof Unauthorized) {
      await ctx.transaction((tx) => noteAccess(tx, ctx, channelId, error.message))
      return null
    }
    const failed = error instanceof Rejected ? { id: delivery.id, error: error.message } : unread(ctx, delivery, error)
    return { ...failed, kind: 'failed', externalOrderId, eventType }
  }
}

const takeInFetched = (ctx: CompanyContext, read: ReadDelivery): Promise<Tally> =>
  ctx.transaction(async (tx) => {
    const stillWaiting = await lockWaiting(tx, ctx.companyId, 1, sql`e.id = ${read.id}`)
    return takeInDeliveries(tx, ctx, stillWaiting.length > 0 ? [read] : [])
  })
