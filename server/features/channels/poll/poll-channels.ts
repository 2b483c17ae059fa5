import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import type { ChannelAdapter, ChannelConnection, PolledOrder } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { isPolled, toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { openConnection, recordAccess } from '../connection.ts'
import { storeDeliveries } from '../inbox/store-delivery.ts'
import { recordPolled, watchIfUnheard } from './start-due-polls.ts'

type Input = { channelId: string }

/** Orders found, and how many of them were new to the inbox. */
type PollCounts = { found: number; new: number }

type PollResult = PollCounts & { problem?: string }

const noneFound: PollCounts = { found: 0, new: 0 }

/**
 * Job `channels.poll`. Reads orders changed since the last poll and stores them in the inbox, like webhooks. A failure
 * is not retried here, because the next poll comes within minutes.
 */
export async function pollChannel(ctx: CompanyContext, { channelId }: Input): Promise<PollResult> {
  const session = await prepare(ctx, channelId)
  if (!session) return noneFound
  try {
    const counts = await readToEnd(ctx, session)
    if (session.wasRefused) await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, null))
    return counts
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized)) throw error
    if (isForPeople(error)) await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
    else
      ctx.log.warn(
        { channelId, problem: error.message },
        'a channel could not be asked for its orders; the next poll tries again',
      )
    return { ...noneFound, problem: error.message }
  }
}

/** The channel is not polled again until a user has fixed it. A failure that no user can fix must not stop polling. */
const isForPeople = (error: Unavailable | Rejected | Unauthorized): boolean =>
  error instanceof Unauthorized || (error instanceof Rejected && error.whoActs === 'you')

type PollSession = {
  connection: ChannelConnection
  poll: NonNullable<ChannelAdapter['poll']>
  cursor: string | null
  wasRefused: boolean
}

async function prepare(ctx: CompanyContext, channelId: string): Promise<PollSession | null> {
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const kind = toChannelKind(channel)
    const poll = kind && ctx.ports.channels[kind].poll
    if (!poll || !isPolled(channel, ctx.ports)) return null
    await recordPolled(tx, ctx.companyId, [channelId], ctx.clock.now())
    const connection = await openConnection(tx, ctx, channelId)
    return { connection, poll, cursor: channel.pollCursor, wasRefused: channel.accessError !== null }
  })
}

/** The cursor is saved after the last page. An interrupted poll starts again and deduplicates what it stored before. */
async function readToEnd(ctx: CompanyContext, { connection, poll, cursor: begin }: PollSession): Promise<PollCounts> {
  const counts = { ...noneFound }
  for (let cursor = begin; ;) {
    const page = await poll(connection, cursor)
    const { channelId } = connection
    counts.found += page.found.length
    counts.new += await storeFound(ctx, channelId, page.found)
    if (!page.hasMore) {
      await ctx.transaction(async (tx) => {
        await recordPollEnd(tx, ctx, channelId, page.cursor)
        if (counts.new > 0) await watchIfUnheard(tx, ctx, channelId)
      })
      return counts
    }
    cursor = page.cursor
  }
}

async function storeFound(ctx: CompanyContext, channelId: string, found: readonly PolledOrder[]): Promise<number> {
  if (found.length === 0) return 0
  const deliveries = found.map(({ deliveryId, body }) => {
    const content = { headers: {}, body }
    return { channelId, source: 'poll', deliveryId, signature: null, content } as const
  })
  return ctx.transaction(async (tx) => {
    const ids = await storeDeliveries(tx, ctx, deliveries)
    const count = ids.filter((id) => id !== null).length
    if (count > 0) ctx.triggerWorker(tx, 'orders.take-in')
    return count
  })
}

async function recordPollEnd(
  tx: Tx,
  { companyId, clock }: CompanyContext,
  channelId: string,
  pollCursor: string,
): Promise<void> {
  await tx
    .update(channels)
    .set({ pollCursor, lastHeardAt: clock.now() })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
}
