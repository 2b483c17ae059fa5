/*
 * Reads what a shop sells, page by page, and matches what is new with our SKUs.
 *
 * Each page is stored in the same transaction as the place where the next one begins (`channels.items_cursor`), so that a reading that was
 * interrupted goes on there. Only a complete reading tells what the shop no longer sells: rows that it has not seen are removed.
 */
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { isObserving } from '#server/platform/observe-mode.ts'
import type { ChannelAdapter, ChannelConnection, ItemPage } from '#server/ports/channel.ts'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import { isShop, toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow, listCompaniesWithChannels, lockChannel } from '../channel-queries.ts'
import { openConnection, recordAccess } from '../connection.ts'
import { matchNewItems } from './apply-matches.ts'
import { markRemoved, recordDifferentOffers, saveReading, upsertItems } from './queries.ts'

const statementRows = 500

/** After that an interrupted reading begins again: the shop has changed since. */
const longestReadingHours = 6

type Input = { channelId: string }

type ReadResult = { items: number; removed: number; matched: number; problem?: string }

const nothingRead: ReadResult = { items: 0, removed: 0, matched: 0 }

/** Job `channels.read-items`. An unavailable shop makes the runner try again, from where the reading got to. */
export async function readItems(ctx: CompanyContext, { channelId }: Input): Promise<ReadResult> {
  const reading = await begin(ctx, channelId)
  if (!reading) return nothingRead
  try {
    const items = await readPages(ctx, reading)
    const removed = await complete(ctx, reading)
    return { items, removed, ...(await matchNewItems(ctx, { channelId })) }
  } catch (error) {
    if (error instanceof Unauthorized) await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
    else if (error instanceof Rejected)
      ctx.log.warn({ channelId, problem: error.message }, 'could not read what a shop sells')
    else throw error
    return { ...nothingRead, problem: error.message }
  }
}

type Reading = {
  connection: ChannelConnection
  listItems: NonNullable<ChannelAdapter['listItems']>
  startedAt: Date
  cursor: string | null
}

/** Null when the channel can't be read. */
async function begin(ctx: CompanyContext, channelId: string): Promise<Reading | null> {
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const kind = toChannelKind(channel)
    const listItems = kind && ctx.ports.channels[kind].listItems
    if (!listItems || !channel.isActive || channel.credentials === null) return null
    const now = ctx.clock.now()
    const kept = parseCheckpoint(channel.itemsCursor)
    const isRecent = kept !== null && now.getTime() - kept.startedAt.getTime() < longestReadingHours * 3_600_000
    const { startedAt, cursor } = isRecent ? kept : { startedAt: now, cursor: null }
    return { connection: await openConnection(tx, ctx, channelId), listItems, startedAt, cursor }
  })
}

const Checkpoint = z.object({ startedAt: z.iso.datetime().transform((at) => new Date(at)), cursor: z.string() })

const parseCheckpoint = (stored: string | null) => (stored === null ? null : Checkpoint.parse(JSON.parse(stored)))

async function readPages(ctx: CompanyContext, { connection, listItems, startedAt, cursor: first }: Reading) {
  let count = 0
  for (let cursor = first; ;) {
    const page = await listItems(connection, cursor)
    await storePage(ctx, connection.channelId, page, startedAt)
    count += page.items.length
    if (page.cursor === null) return count
    cursor = page.cursor
  }
}

async function storePage(ctx: CompanyContext, channelId: string, { items, cursor }: ItemPage, startedAt: Date) {
  const channel = { companyId: ctx.companyId, channelId }
  await ctx.transaction(async (tx) => {
    await lockChannel(tx, ctx.companyId, channelId)
    for (let start = 0; start < items.length; start += statementRows) {
      await upsertItems(tx, channel, items.slice(start, start + statementRows), ctx.clock.now())
    }
    const checkpoint = cursor === null ? null : JSON.stringify({ startedAt, cursor })
    if (checkpoint !== null) await saveReading(tx, channel, { cursor: checkpoint, readAt: null })
  })
}

async function complete(ctx: CompanyContext, { connection, startedAt }: Reading): Promise<number> {
  const channel = { companyId: ctx.companyId, channelId: connection.channelId }
  return ctx.transaction(async (tx) => {
    await lockChannel(tx, channel.companyId, channel.channelId)
    const removed = await markRemoved(tx, channel, startedAt)
    await saveReading(tx, channel, { cursor: null, readAt: ctx.clock.now() })
    await recordDifferentOffers(tx, channel)
    await ctx.publishChange(tx, 'channels')
    return removed
  })
}

const readEveryHours = 24

/** What shops show is compared with what Lockstep would have told them. */
const readEveryHoursObserving = 1

/** The job runs hourly. */
const slackMinutes = 5

/** Job `channels.start-due-readings`. What a shop sells is read once a day. */
export async function startDueReadings(ctx: PlatformContext): Promise<{ started: number }> {
  let started = 0
  for (const companyId of await ctx.transaction(listCompaniesWithChannels)) {
    try {
      started += await startDueReadingsOf(ctx, companyId)
    } catch (error) {
      ctx.log.error(
        { err: error, companyId },
        'could not start reading what the shops of a company sell; tried again in an hour',
      )
    }
  }
  return { started }
}

async function startDueReadingsOf(ctx: PlatformContext, companyId: string): Promise<number> {
  const enqueue = ctx.enqueueFor(companyId)
  return ctx.transaction(async (tx) => {
    const hours = (await isObserving(tx, companyId)) ? readEveryHoursObserving : readEveryHours
    const before = new Date(ctx.clock.now().getTime() - hours * 3_600_000 + slackMinutes * 60_000)
    const due = await tx
      .select()
      .from(channels)
      .where(
        and(
          eq(channels.companyId, companyId),
          eq(channels.isActive, true),
          isNotNull(channels.credentials),
          isNull(channels.accessError),
          or(isNull(channels.itemsReadAt), lte(channels.itemsReadAt, before)),
        ),
      )
    const shops = due.filter(({ type }) => isShop(type))
    for (const { id } of shops) await enqueue(tx, 'channels.read-items', { channelId: id })
    return shops.length
  }, companyId)
}
