import { sql } from 'drizzle-orm'
import { recordAccess } from '#server/features/channels/access.ts'
import { openConnection } from '#server/features/channels/connection.ts'
import { claimDeliveriesToFetch, type DeliveryToFetch } from '#server/features/channels/inbox/queries/to-fetch.ts'
import { lockWaitingDeliveries } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { fetchConcurrency, createFetchBackoff, type FetchBackoff } from './fetch-silences.ts'
import { failOnDataError } from './fail-delivery.ts'
import {
  adapterOf,
  asUpdateEvent,
  parseDelivery,
  toParsedDelivery,
  toUnreadable,
  type DeliveryContent,
} from './read-delivery.ts'
import { ingestDeliveries } from './take-in-deliveries.ts'
import { noCounts, addCounts, type RunCounts } from './tally.ts'

/** Longer than any channel is waited for. */
const fetchLeaseMs = 120_000

/**
 * Asks the channels for orders that they have only named, outside of any transaction, and takes each in as it comes, until
 * none is due. One that gets no answer is asked for again later, and keeps no other from being asked for.
 */
export async function fetchOrders(ctx: CompanyContext): Promise<RunCounts> {
  const backoff = createFetchBackoff(ctx)
  const fetchUntilNoneDue = async () => {
    let counts = noCounts
    for (;;) {
      const delivery = await claimDelivery(ctx, backoff)
      if (!delivery) return counts
      counts = addCounts(counts, await fetchAndIngest(ctx, delivery, backoff))
    }
  }
  const allCounts = await Promise.all(Array.from({ length: fetchConcurrency }, fetchUntilNoneDue))
  return allCounts.reduce(addCounts)
}

async function claimDelivery(ctx: CompanyContext, backoff: FetchBackoff): Promise<DeliveryToFetch | undefined> {
  const now = ctx.clock.now()
  const claim = { now, until: new Date(now.getTime() + fetchLeaseMs), limit: 1, except: backoff.pausedChannelIds() }
  const [claimed] = await ctx.transaction((tx) => claimDeliveriesToFetch(tx, ctx.companyId, claim))
  return claimed
}

function fetchAndIngest(ctx: CompanyContext, delivery: DeliveryToFetch, backoff: FetchBackoff): Promise<RunCounts> {
  return failOnDataError(ctx, delivery.id, async () => {
    const parsed = await fetchOrder(ctx, delivery)
    if (parsed instanceof Error) return backoff.recordFailure(delivery, parsed)
    backoff.recordSuccess(delivery.channel.id)
    return ingestFetched(ctx, parsed)
  })
}

/** An error when the channel can’t answer, or does not let us in. */
async function fetchOrder(
  ctx: CompanyContext,
  delivery: DeliveryToFetch,
): Promise<DeliveryContent | Unavailable | Unauthorized> {
  const reference = parseDelivery(ctx, delivery)
  if (reference.kind !== 'fetch') return reference
  const { channelId, externalOrderId, eventType } = reference
  try {
    const connection = await ctx.transaction((tx) => openConnection(tx, ctx, channelId))
    const reply = await adapterOf(ctx, delivery).fetchOrder?.(connection, externalOrderId)
    return toParsedDelivery(ctx, delivery, () =>
      reply ? asUpdateEvent(reply) : { kind: 'nothing', eventType, why: 'The channel tells no orders.' },
    )
  } catch (error) {
    if (error instanceof Unavailable) return error
    if (error instanceof Unauthorized) {
      await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
      return error
    }
    const failed =
      error instanceof Rejected ? { id: delivery.id, error: error.message } : toUnreadable(ctx, delivery, error)
    return { ...failed, kind: 'failed', externalOrderId, eventType }
  }
}

const ingestFetched = (ctx: CompanyContext, parsed: DeliveryContent): Promise<RunCounts> =>
  ctx.transaction(async (tx) => {
    const stillWaiting = await lockWaitingDeliveries(tx, ctx.companyId, 1, sql`e.id = ${parsed.id}`)
    return ingestDeliveries(tx, ctx, stillWaiting.length > 0 ? [parsed] : [])
  })
