import { sql } from 'drizzle-orm'
import { noteAccess } from '#server/features/channels/access.ts'
import { openConnection } from '#server/features/channels/connection.ts'
import { claimToFetch, type ToFetch } from '#server/features/channels/inbox/queries/to-fetch.ts'
import { lockWaiting } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { askedTogether, openSilences, type Silences } from './fetch-silences.ts'
import { orFail } from './fail-delivery.ts'
import { adapterOf, asAnswer, readDelivery, reading, unread, type ReadDelivery } from './read-delivery.ts'
import { takeInDeliveries } from './take-in-deliveries.ts'
import { noneYet, sumOf, type Tally } from './tally.ts'

/** Longer than any channel is waited for. */
const claimMs = 120_000

/**
 * Asks the channels for orders that they have only named, outside of any transaction, and takes each in as it comes, until
 * none is due. One that gets no answer is asked for again later, and keeps no other from being asked for.
 */
export async function fetchOrders(ctx: CompanyContext): Promise<Tally> {
  const silences = openSilences(ctx)
  const goOn = async () => {
    let tally = noneYet
    for (;;) {
      const delivery = await claimOne(ctx, silences)
      if (!delivery) return tally
      tally = sumOf(tally, await fetchAndTakeIn(ctx, delivery, silences))
    }
  }
  const tallies = await Promise.all(Array.from({ length: askedTogether }, goOn))
  return tallies.reduce(sumOf)
}

async function claimOne(ctx: CompanyContext, silences: Silences): Promise<ToFetch | undefined> {
  const now = ctx.clock.now()
  const claim = { now, until: new Date(now.getTime() + claimMs), limit: 1, except: silences.channels() }
  const [claimed] = await ctx.transaction((tx) => claimToFetch(tx, ctx.companyId, claim))
  return claimed
}

function fetchAndTakeIn(ctx: CompanyContext, delivery: ToFetch, silences: Silences): Promise<Tally> {
  return orFail(ctx, delivery.id, async () => {
    const read = await fetchOrder(ctx, delivery)
    if (read instanceof Error) return silences.note(delivery, read)
    silences.hear(delivery.channel.id)
    return takeInFetched(ctx, read)
  })
}

/** An error when the channel can’t answer, or does not let us in. */
async function fetchOrder(ctx: CompanyContext, delivery: ToFetch): Promise<ReadDelivery | Unavailable | Unauthorized> {
  const named = readDelivery(ctx, delivery)
  if (named.kind !== 'fetch') return named
  const { channelId, externalOrderId, eventType } = named
  try {
    const connection = await ctx.transaction((tx) => openConnection(tx, ctx, channelId))
    const said = await adapterOf(ctx, delivery).fetchOrder?.(connection, externalOrderId)
    return reading(ctx, delivery, () =>
      said ? asAnswer(said) : { kind: 'nothing', eventType, why: 'The channel tells no orders.' },
    )
  } catch (error) {
    if (error instanceof Unavailable) return error
    if (error instanceof Unauthorized) {
      await ctx.transaction((tx) => noteAccess(tx, ctx, channelId, error.message))
      return error
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
