import { sql } from 'drizzle-orm'
import { recordAccess, openConnection } from '#server/features/channels/connection.ts'
import {
  claimDeliveriesToFetch,
  type DeliveryToFetch,
  hasAnsweredSince,
  recordFetchFailure,
  lockWaitingDeliveries,
} from '#server/features/channels/inbox/intake-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { backoffDelay } from '#server/ports/backoff.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import {
  adapterOf,
  asUpdateEvent,
  type DeliveryContent,
  parseDelivery,
  toDeliveryContent,
  toUnreadable,
} from './parse-delivery.ts'
import {
  addCounts,
  failDeliveries,
  failOnDataError,
  ingestDeliveries,
  noCounts,
  type RunCounts,
} from './process-inbox.ts'

/**
 * Longer than the timeout of any call to a channel. If a process dies, the order it was fetching waits for so long, and so does the stock of
 * its shop: nothing is pushed while orders that arrived are not taken in.
 */
const fetchLeaseMs = 45_000

/**
 * Fetches orders that a delivery only named, outside of any transaction, and ingests each one, until none is due. An
 * order without an answer is fetched again later and does not block others.
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

/** Returns the error when the channel is unavailable or refuses our credentials. */
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
    return toDeliveryContent(ctx, delivery, () =>
      reply ? asUpdateEvent(reply) : { kind: 'nothing', eventType, why: 'The channel can’t send this order.' },
    )
  } catch (error) {
    if (error instanceof Unavailable) return error
    if (error instanceof Unauthorized) {
      await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
      return error
    }
    const failed =
      error instanceof Rejected ? { id: delivery.id, error: error.sentence } : toUnreadable(ctx, delivery, error)
    return { ...failed, kind: 'failed', externalOrderId, eventType }
  }
}

const ingestFetched = (ctx: CompanyContext, parsed: DeliveryContent): Promise<RunCounts> =>
  ctx.transaction(async (tx) => {
    const stillWaiting = await lockWaitingDeliveries(tx, ctx.companyId, 1, sql`e.id = ${parsed.id}`)
    return ingestDeliveries(tx, ctx, stillWaiting.length > 0 ? [parsed] : [])
  })

const fetchConcurrency = 4

/** After so many failures in a row a channel is skipped for this run. More than are fetched at once. */
const maxConsecutiveFailures = fetchConcurrency + 1

/** An order that fails so often while the channel answers for others is left to a person. */
const maxFailures = 4

/** After a day an order is left to a person, whatever the reason. */
const maxWaitMs = 24 * 3600_000

const initialBackoffMs = 60_000

const maxBackoffMs = 600_000

type FetchFailure = Unavailable | Unauthorized

type FetchBackoff = ReturnType<typeof createFetchBackoff>

/** Tells a failing order from a failing channel, and skips channels that fail. */
function createFetchBackoff(ctx: CompanyContext) {
  const consecutiveFailures = new Map<string, number>()
  const pausedChannels = new Set<string>()

  return {
    /** Channels that are skipped for the rest of the run. */
    pausedChannelIds: () => [...pausedChannels],
    recordSuccess(channelId: string): void {
      consecutiveFailures.delete(channelId)
    },
    /** Postpones the delivery, or leaves it to a person when its tries are used up. */
    recordFailure(delivery: DeliveryToFetch, failure: FetchFailure): Promise<RunCounts> {
      const { id } = delivery.channel
      const failuresInARow = (consecutiveFailures.get(id) ?? 0) + 1
      consecutiveFailures.set(id, failuresInARow)
      if (
        failuresInARow >= maxConsecutiveFailures ||
        retryAfterOf(failure) !== undefined ||
        !(failure instanceof Unavailable)
      )
        pausedChannels.add(id)
      return postpone(ctx, delivery, failure, pausedChannels.has(id))
    },
  }
}

const retryAfterOf = (failure: FetchFailure) => (failure instanceof Unavailable ? failure.retryAfterSeconds : undefined)

/** The failure is the order's own when the channel has answered for another order since the previous try. */
function postpone(
  ctx: CompanyContext,
  delivery: DeliveryToFetch,
  failure: FetchFailure,
  isChannelDown: boolean,
): Promise<RunCounts> {
  const { companyId, clock } = ctx
  const { id, channel, askedBefore, receivedAt } = delivery
  const now = clock.now().getTime()
  const until = (failures: number) => new Date(now + backoffMs(retryAfterOf(failure), failures))
  return ctx.transaction(async (tx) => {
    const isAlone =
      !isChannelDown && askedBefore !== null && (await hasAnsweredSince(tx, companyId, channel.id, askedBefore))
    const failures = await recordFetchFailure(tx, companyId, { id, isAlone, until })
    const isExhausted = failures !== null && (failures >= maxFailures || now - receivedAt.getTime() >= maxWaitMs)
    if (!isExhausted) return noCounts
    await failDeliveries(tx, ctx, [{ id, error: failure.sentence }])
    return { ...noCounts, failed: 1 }
  })
}

const backoffMs = (retryAfterSeconds: number | undefined, failures: number) =>
  backoffDelay(
    { first: initialBackoffMs, longest: maxBackoffMs },
    { failures, retryAfter: retryAfterSeconds && retryAfterSeconds * 1000 },
  )
