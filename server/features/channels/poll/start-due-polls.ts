import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { shopTypes } from '#contract/channel-values.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { isPolled, isShop } from '../channel-config.ts'
import { type ChannelRecord, listCompaniesWithChannels } from '../channel-queries.ts'
import { isSilent, silentAfterMinutes } from '../health-rules.ts'

/**
 * A shop's sale whose webhook was lost must be known here within a minute, and asking for what changed costs a shop little. One that does not
 * answer is asked seldom. A little less than the minutes at which the job runs.
 */
const pollEverySeconds = { shop: 50, silentShop: 290, others: 290 }

/** A problem of webhooks is looked at sooner again: someone may just have fixed it. */
const watchEveryMinutes = { usually: 60, withProblem: 10 }

/**
 * Job `channels.start-due-polls`. Starts due polls, and due checks of webhooks. Safe on several workers at once: a channel is locked by one
 * of them. After an outage of ours everything is due.
 */
export async function startDuePolls(ctx: PlatformContext): Promise<{ started: number }> {
  let started = 0
  for (const companyId of await ctx.transaction(listCompaniesWithChannels)) {
    try {
      started += await startDuePollsOf(ctx, companyId)
      await startDueWatches(ctx, companyId)
    } catch (error) {
      ctx.log.error(
        { err: error, companyId },
        'could not start the due polls of a company; they stay due and are tried again in a minute',
      )
    }
  }
  return { started }
}

async function startDuePollsOf(ctx: PlatformContext, companyId: string): Promise<number> {
  const now = ctx.clock.now()
  const enqueue = ctx.enqueueFor(companyId)
  return ctx.transaction(async (tx) => {
    const due = await lockDueChannels(tx, companyId, now)
    const polled = due.filter((channel) => isPolled(channel, ctx.ports))
    const ids = polled.map(({ id }) => id)
    if (ids.length > 0) await recordPolled(tx, companyId, ids, now)
    for (const channelId of ids) await enqueue(tx, 'channels.poll', { channelId })
    const fallenSilent = polled.filter((channel) => hasFallenSilent(channel, now))
    for (const { id, name, lastHeardAt } of fallenSilent) {
      ctx.log.warn(
        { companyId, channelId: id, channel: name, lastHeardAt },
        `nothing was heard of the channel ${name} for ${silentAfterMinutes} minutes; its polls fail, and the lines before this one say why`,
      )
    }
    if (fallenSilent.length > 0) await ctx.notifyCompany(tx, companyId, 'channels')
    return polled.length
  }, companyId)
}

/** Whether a channel became silent since its last poll, so that it is said once. */
const hasFallenSilent = (channel: ChannelRecord, now: Date): boolean =>
  isShop(channel.type) && isSilent(channel, now) && (!channel.lastPolledAt || !isSilent(channel, channel.lastPolledAt))

async function startDueWatches(ctx: PlatformContext, companyId: string): Promise<void> {
  const now = ctx.clock.now()
  const enqueue = ctx.enqueueFor(companyId)
  await ctx.transaction(async (tx) => {
    const due = await claimDueWatches(tx, companyId, now)
    for (const channelId of due) await enqueue(tx, 'channels.watch-webhooks', { channelId })
  }, companyId)
}

const minutesBefore = (now: Date, minutes: SQL): SQL =>
  sql`${now.toISOString()}::timestamptz - ${minutes} * interval '1 minute'`

const secondsBefore = (now: Date, seconds: SQL): SQL =>
  sql`${now.toISOString()}::timestamptz - ${seconds} * interval '1 second'`

const isShopType = sql`${channels.type} in ${[...shopTypes]}`

/** Accessible channels whose next poll is due; skips those that another process has locked. */
async function lockDueChannels(tx: Tx, companyId: string, now: Date): Promise<ChannelRecord[]> {
  const isQuiet = sql`coalesce(${channels.lastHeardAt}, ${channels.createdAt}) <= ${minutesBefore(now, sql`${silentAfterMinutes}::int`)}`
  const { shop, silentShop, others } = pollEverySeconds
  const pause = sql`case when not ${isShopType} then ${others}::int when ${isQuiet} then ${silentShop}::int else ${shop}::int end`
  return tx
    .select()
    .from(channels)
    .where(
      and(
        eq(channels.companyId, companyId),
        eq(channels.isActive, true),
        or(isNotNull(channels.accessToken), isNotNull(channels.credentials)),
        isNull(channels.accessError),
        or(isNull(channels.lastPolledAt), sql`${channels.lastPolledAt} <= ${secondsBefore(now, pause)}`),
      ),
    )
    .for('no key update', { skipLocked: true })
}

/** Connected shops whose webhooks are to be checked. Their check counts as begun, so that no other process starts it. */
async function claimDueWatches(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const { usually, withProblem } = watchEveryMinutes
  const pause = sql`case when ${channels.webhooksError} is null then ${usually}::int else ${withProblem}::int end`
  const due = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(
        eq(channels.companyId, companyId),
        eq(channels.isActive, true),
        isShopType,
        isNotNull(channels.credentials),
        isNull(channels.accessError),
        or(isNull(channels.webhooksCheckedAt), sql`${channels.webhooksCheckedAt} <= ${minutesBefore(now, pause)}`),
      ),
    )
    .for('no key update', { skipLocked: true })
  const ids = due.map(({ id }) => id)
  if (ids.length > 0) await updateChannels(tx, companyId, ids, { webhooksCheckedAt: now })
  return ids
}

/** Webhooks may be late by minutes where a shop's queue waits for visitors. */
const webhooksLateMinutes = 6

/**
 * A poll has found orders of which no webhook told: the shop may have switched its webhooks off, so they are checked at once. At most once
 * in the minutes by which a webhook may be late.
 */
export async function watchIfUnheard(tx: Tx, ctx: CompanyContext, channelId: string): Promise<void> {
  const since = minutesBefore(ctx.clock.now(), sql`${webhooksLateMinutes}::int`)
  const { rowCount } = await tx.execute(sql`
    update channels c set webhooks_checked_at = ${ctx.clock.now().toISOString()}::timestamptz
    where c.company_id = ${ctx.companyId} and c.id = ${channelId} and c.type in ${[...shopTypes]}
      and c.webhooks_checked_at <= ${since} and not exists (
        select from webhook_events e where e.company_id = ${ctx.companyId} and e.channel_id = ${channelId}
          and e.created_at > ${since} and e.source = 'webhook'
      )`)
  if (rowCount) await ctx.enqueue(tx, 'channels.watch-webhooks', { channelId })
}

export const recordPolled = (tx: Tx, companyId: string, channelIds: readonly string[], now: Date): Promise<void> =>
  updateChannels(tx, companyId, channelIds, { lastPolledAt: now })

async function updateChannels(
  tx: Tx,
  companyId: string,
  channelIds: readonly string[],
  changes: Partial<ChannelRecord>,
): Promise<void> {
  await tx
    .update(channels)
    .set(changes)
    .where(and(eq(channels.companyId, companyId), inArray(channels.id, [...channelIds])))
}
