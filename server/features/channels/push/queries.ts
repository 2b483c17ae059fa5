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

/** `updated_at` is left as it is: it is the date of the last change by users or the catalog. */
export async function recordSentOffers(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  sent: readonly { skuId: string; digest: string }[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into listings (company_id, channel_id, sku_id, sync_status, last_synced_at, sent_offer)
    select ${companyId}, ${channelId}, sku_id, 'synced', ${at.toISOString()}::timestamptz, digest
    from unnest(${sql.param(sent.map(({ skuId }) => skuId))}::uuid[],
      ${sql.param(sent.map(({ digest }) => digest))}::text[]) as sent(sku_id, digest)
    order by sku_id
    on conflict (company_id, channel_id, sku_id) do update set sync_status = 'synced', sync_error = null,
      last_synced_at = excluded.last_synced_at, sent_offer = excluded.sent_offer`)
}

type RefusedSku = { skuId: string; reason: string }

export async function recordRefusedOffers(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  refused: readonly RefusedSku[],
): Promise<void> {
  await tx.execute(sql`
    insert into listings (company_id, channel_id, sku_id, sync_status, sync_error)
    select ${companyId}, ${channelId}, sku_id, 'failed', reason
    from unnest(${sql.param(refused.map(({ skuId }) => skuId))}::uuid[],
      ${sql.param(refused.map(({ reason }) => reason))}::text[]) as refused(sku_id, reason)
    order by sku_id
    on conflict (company_id, channel_id, sku_id) do update set sync_status = 'failed', sync_error = excluded.sync_error`)
}

type ChannelLease = { companyId: string; channelId: string; until: Date }

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

/** Releases its own lease only: after it has expired another process may hold one. */
export async function releaseChannelLease(tx: Tx, { companyId, channelId, until }: ChannelLease): Promise<void> {
  await tx.execute(sql`
    update channels set pushing_until = null
    where company_id = ${companyId} and id = ${channelId} and pushing_until = ${until.toISOString()}::timestamptz`)
}

/** `updatedAt` is left as it is: it is the date of the last change by users. */
export async function setLastSynced(tx: Tx, { companyId, channelId }: ChannelKey, at: Date): Promise<void> {
  await tx
    .update(channels)
    .set({ lastSyncedAt: at, updatedAt: sql`${channels.updatedAt}` })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
}

export async function hasDueOffers(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await listDueChannels(tx, companyId, now)).length > 0
}
