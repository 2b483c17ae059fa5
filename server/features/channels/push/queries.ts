import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ListingSyncStatus } from '#contract/channel-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { channels } from '#server/platform/db/schema/channels.ts'

/** A queued SKU (table `offer_changes`). `changedAt` is a string with microseconds, as PostgreSQL formats it. */
export type OfferChange = { skuId: string; changedAt: string }

type ChannelKey = { companyId: string; channelId: string }

/** A pause of one change pauses the whole channel, because failures concern the channel, not the SKU. */
const isPaused = (channelId: SQL, companyId: string, now: Date): SQL => sql`exists (
  select from offer_changes o
  where o.company_id = ${companyId} and o.channel_id = ${channelId} and o.retry_at > ${now.toISOString()}::timestamptz
)`

export async function listDueChannels(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from channels c
    where c.company_id = ${companyId} and c.is_pushed
      and exists (select from offer_changes o where o.company_id = ${companyId} and o.channel_id = c.id)
      and not ${isPaused(sql`c.id`, companyId, now)}
    order by c.id`)
  return rows.map(({ id }) => id)
}

/**
 * How long the oldest due change has waited, in milliseconds; null when none is due. Skips rows that a transaction is
 * changing: they come back with that change.
 */
export async function readOldestAge(tx: Tx, { companyId, channelId }: ChannelKey, now: Date): Promise<number | null> {
  const { rows } = await tx.execute<{ age: number }>(sql`
    select (extract(epoch from clock_timestamp() - o.changed_at) * 1000)::float8 as age from offer_changes o
    where o.company_id = ${companyId} and o.channel_id = ${channelId}
      and exists (select from channels c where c.company_id = ${companyId} and c.id = ${channelId} and c.is_pushed)
      and not ${isPaused(sql`${channelId}`, companyId, now)}
    order by o.changed_at limit 1 for update of o skip locked`)
  return rows[0]?.age ?? null
}

/** Newest first, so that a recent sale does not wait behind a whole catalog. */
export async function listDueChanges(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  limit: number,
): Promise<OfferChange[]> {
  const { rows } = await tx.execute<OfferChange>(sql`
    select o.sku_id as "skuId", o.changed_at as "changedAt" from offer_changes o
    where o.company_id = ${companyId} and o.channel_id = ${channelId}
    order by o.changed_at desc limit ${limit} for update skip locked`)
  return rows
}

/**
 * Rows changed again since they were read stay. Skips locked rows instead of waiting, because their owners hold other
 * locks too.
 */
export async function deleteChanges(tx: Tx, channel: ChannelKey, changes: readonly OfferChange[]): Promise<void> {
  await tx.execute(sql`
    with unchanged as (${unchangedOf(channel, changes)})
    delete from offer_changes o using unchanged u
    where o.company_id = ${companyAtRunTime(channel.companyId)} and o.channel_id = ${channel.channelId}
      and o.sku_id = u.sku_id`)
}

export async function postponeChanges(
  tx: Tx,
  channel: ChannelKey,
  changes: readonly OfferChange[],
  until: Date,
): Promise<void> {
  await tx.execute(sql`
    with unchanged as (${unchangedOf(channel, changes)})
    update offer_changes o set retry_at = ${until.toISOString()}::timestamptz from unchanged u
    where o.company_id = ${companyAtRunTime(channel.companyId)} and o.channel_id = ${channel.channelId}
      and o.sku_id = u.sku_id`)
}

/** Looks up each row by its key, whatever statistics PostgreSQL has. */
const unchangedOf = ({ companyId, channelId }: ChannelKey, changes: readonly OfferChange[]): SQL => sql`
  select found.sku_id
  from unnest(${sql.param(changes.map(({ skuId }) => skuId))}::uuid[],
    ${sql.param(changes.map(({ changedAt }) => changedAt))}::timestamptz[]) as seen(sku_id, changed_at)
  cross join lateral (
    select o.sku_id from offer_changes o
    where o.company_id = ${companyAtRunTime(companyId)} and o.channel_id = ${channelId} and o.sku_id = seen.sku_id
      and o.changed_at = seen.changed_at
    for update skip locked
  ) as found`

export type SentOffer = { skuId: string; status: ListingSyncStatus; sentOffer: string | null }

export async function readSentOffers(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  skuIds: readonly string[],
): Promise<Map<string, SentOffer>> {
  const { rows } = await tx.execute<SentOffer>(sql`
    select found.* from unnest(${sql.param(skuIds)}::uuid[]) as requested(sku_id)
    cross join lateral (
      select t.sku_id as "skuId", t.sync_status as status, t.sent_offer as "sentOffer" from listings t
      where t.company_id = ${companyAtRunTime(companyId)} and t.channel_id = ${channelId} and t.sku_id = requested.sku_id offset 0
    ) as found`)
  return new Map(rows.map((row) => [row.skuId, row]))
}

type OfferOutcome = {
  skuId: string
  digest: string
  status: Exclude<ListingSyncStatus, 'pending'>
  reason: string | null
}

/**
 * Stores what became of the offers. A refused one keeps the hash of the offer before it. `updated_at` is left as it is: it is the date of
 * the last change by users or the catalog.
 */
export async function recordOfferResults(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  outcomes: readonly OfferOutcome[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into listings as l (company_id, channel_id, sku_id, sync_status, sync_error, last_synced_at, sent_offer)
    select ${companyId}, ${channelId}, "skuId", status, reason,
      case when status in ('sent', 'synced') then ${at.toISOString()}::timestamptz end,
      case when status in ('sent', 'synced') then digest end
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as r("skuId" uuid, status text, reason text, digest text)
    order by "skuId"
    on conflict (company_id, channel_id, sku_id) do update set sync_status = excluded.sync_status,
      sync_error = excluded.sync_error, last_synced_at = coalesce(excluded.last_synced_at, l.last_synced_at),
      sent_offer = case when excluded.sync_status = 'failed' then l.sent_offer else excluded.sent_offer end`)
}

/** SKUs that a shop does not sell get no row of their own: a row would say that a channel lists them. */
export async function recordNotListed(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  skuIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update listings set sync_status = 'not_listed', sync_error = null, sent_offer = null
    where company_id = ${companyAtRunTime(companyId)} and channel_id = ${channelId}
      and sku_id = any(${sql.param([...skuIds])}::uuid[])`)
}

/** The channel has confirmed these quantities. */
export async function recordConfirmedItems(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  confirmed: readonly { externalId: string; quantity: number }[],
  at: Date,
): Promise<void> {
  const rows = confirmed.map(({ externalId, quantity }) => ({ externalId, quantity }))
  await tx.execute(sql`
    update channel_items i set quantity = r.quantity, confirmed_quantity = r.quantity,
      confirmed_at = ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("externalId" text, quantity int)
    where i.company_id = ${companyAtRunTime(companyId)} and i.channel_id = ${channelId} and i.external_id = r."externalId"`)
}

/** The channel no longer has these items; its next complete reading brings back one that it has after all. */
export async function recordVanishedItems(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  externalIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update channel_items set removed_at = ${at.toISOString()}::timestamptz
    where company_id = ${companyAtRunTime(companyId)} and channel_id = ${channelId} and removed_at is null
      and external_id = any(${sql.param([...externalIds])}::text[])`)
}

export type SkuObstacle = { skuId: string; reason: string }

/** SKUs matched only with items of which the channel can't take a quantity. */
export async function listObstacles(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  skuIds: readonly string[],
): Promise<SkuObstacle[]> {
  if (skuIds.length === 0) return []
  const { rows } = await tx.execute<SkuObstacle>(sql`
    select i.sku_id as "skuId", min(i.obstacle) as reason from channel_items i
    where i.company_id = ${companyAtRunTime(companyId)} and i.channel_id = ${channelId}
      and i.sku_id = any(${sql.param([...skuIds])}::uuid[]) and i.removed_at is null and i.obstacle is not null
    group by i.sku_id`)
  return rows
}

/** The SKUs of which the channel shows a price in another currency. */
export async function listForeignPriced(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  offers: readonly { skuId: string }[],
  currency: string,
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ skuId: string }>(sql`
    select distinct i.sku_id as "skuId" from channel_items i
    where i.company_id = ${companyAtRunTime(companyId)} and i.channel_id = ${channelId} and i.currency <> ${currency}
      and i.sku_id = any(${sql.param(offers.map(({ skuId }) => skuId))}::uuid[]) and i.removed_at is null`)
  return new Set(rows.map(({ skuId }) => skuId))
}

/** One that waits for longer, because its order can't be fetched, must not keep the channel's stock as it is for ever. */
const longestWaitMinutes = 10

/** Deliveries of the channel that are not processed yet. */
export async function listWaitingDeliveries(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  now: Date,
): Promise<string[]> {
  const since = new Date(now.getTime() - longestWaitMinutes * 60_000).toISOString()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select e.id from webhook_events e
    where e.company_id = ${companyAtRunTime(companyId)} and e.channel_id = ${channelId} and ${isWaiting}
      and e.created_at > ${since}::timestamptz
    limit 1000`)
  return rows.map(({ id }) => id)
}

/** Whether any of these deliveries is still to be processed. */
export async function stillWaiting(tx: Tx, companyId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (
      select from webhook_events e
      where e.company_id = ${companyAtRunTime(companyId)} and e.id = any(${sql.param([...ids])}::uuid[]) and ${isWaiting}
    ) as found`)
  return rows[0]?.found ?? false
}

const isWaiting = sql`e.is_verified and not e.is_processed and e.error is null`

export async function recordRefusedOffers(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  refused: readonly SkuObstacle[],
): Promise<void> {
  await tx.execute(sql`
    insert into listings (company_id, channel_id, sku_id, sync_status, sync_error)
    select ${companyId}, ${channelId}, sku_id, 'failed', reason
    from unnest(${sql.param(refused.map(({ skuId }) => skuId))}::uuid[],
      ${sql.param(refused.map(({ reason }) => reason))}::text[]) as refused(sku_id, reason)
    order by sku_id
    on conflict (company_id, channel_id, sku_id) do update set sync_status = 'failed', sync_error = excluded.sync_error`)
}

export type ChannelLease = { companyId: string; channelId: string; until: Date }

/**
 * False when another process holds the lease. `updated_at` is left as it is: it is the date of the last change by
 * users.
 */
export async function acquireChannelLease(
  tx: Tx,
  { companyId, channelId, until }: ChannelLease,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update channels set pushing_until = ${until.toISOString()}::timestamptz
    where company_id = ${companyId} and id = ${channelId}
      and (pushing_until is null or pushing_until <= ${now.toISOString()}::timestamptz)`)
  return rowCount === 1
}

/** Extends its own lease; false when it has expired and another process holds one. */
export async function renewChannelLease(
  tx: Tx,
  { companyId, channelId, until }: ChannelLease,
  next: Date,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update channels set pushing_until = ${next.toISOString()}::timestamptz
    where company_id = ${companyId} and id = ${channelId} and pushing_until = ${until.toISOString()}::timestamptz`)
  return rowCount === 1
}

/** Releases its own lease only: after it has expired another process may hold one. */
export async function releaseChannelLease(tx: Tx, { companyId, channelId, until }: ChannelLease): Promise<void> {
  await tx.execute(sql`
    update channels set pushing_until = null
    where company_id = ${companyId} and id = ${channelId} and pushing_until = ${until.toISOString()}::timestamptz`)
}

/** `updatedAt` is left as it is: it is the date of the last change by users. */
export async function setLastSynced(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  { at, hasConfirmed }: { at: Date; hasConfirmed: boolean },
): Promise<void> {
  await tx
    .update(channels)
    .set({ lastSyncedAt: at, ...(hasConfirmed ? { lastConfirmedAt: at } : {}), updatedAt: sql`${channels.updatedAt}` })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
}

export async function hasDueOffers(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await listDueChannels(tx, companyId, now)).length > 0
}
