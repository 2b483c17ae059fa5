import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, max, ne, or, sql } from 'drizzle-orm'
import { feedSlug } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { isNotWaiting } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { signingSecrets } from '#server/platform/db/schema/settings.ts'

/** A row of `channels` with its encrypted secrets. Never send it to a browser or log it as it is. */
export type ChannelRecord = typeof channels.$inferSelect

const byId = (companyId: string, channelId: string) =>
  and(eq(channels.companyId, companyId), eq(channels.id, channelId))

/** Sorted by slug, starting after `after`. */
export async function listChannelRecords(
  tx: Tx,
  companyId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ChannelRecord[]> {
  return tx
    .select()
    .from(channels)
    .where(and(eq(channels.companyId, companyId), after === undefined ? undefined : gt(channels.slug, after)))
    .orderBy(asc(channels.slug))
    .limit(limit)
}

export async function countChannels(tx: Tx, companyId: string): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(channels).where(eq(channels.companyId, companyId))
  return counted?.total ?? 0
}

export async function getChannelOrThrow(tx: Tx, companyId: string, channelId: string): Promise<ChannelRecord> {
  const [channel] = await tx.select().from(channels).where(byId(companyId, channelId))
  if (!channel) throw noSuchChannel()
  return channel
}

/**
 * Locks the channel for an update. `for no key update` does not block inserts of orders and deliveries that reference
 * it.
 */
export async function lockChannel(tx: Tx, companyId: string, channelId: string): Promise<ChannelRecord> {
  const [channel] = await tx.select().from(channels).where(byId(companyId, channelId)).for('no key update')
  if (!channel) throw noSuchChannel()
  return channel
}

/** The channel of a company that is connected to this account, or was. */
export async function findChannelOfAccount(
  tx: Tx,
  companyId: string,
  { type, accountId }: Pick<ChannelRecord, 'type'> & { accountId: string },
): Promise<ChannelRecord | null> {
  const [found] = await tx
    .select()
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.type, type), eq(channels.accountId, accountId)))
  return found ?? null
}

export async function insertChannel(tx: Tx, channel: typeof channels.$inferInsert): Promise<ChannelRecord> {
  const [inserted] = await tx.insert(channels).values(channel).returning()
  if (!inserted) throw new Error('An insert answers its row')
  return inserted
}

export async function updateChannelRow(
  tx: Tx,
  companyId: string,
  channelId: string,
  changes: Partial<ChannelRecord>,
): Promise<ChannelRecord> {
  const [updated] = await tx.update(channels).set(changes).where(byId(companyId, channelId)).returning()
  if (!updated) throw noSuchChannel()
  return updated
}

type ReplacedCredentials = { channelId: string; from: string | null; to: string; expireAt: Date | null }

/** Compare-and-set of the encrypted credentials; false when they are no longer `from`. */
export async function replaceCredentials(
  tx: Tx,
  companyId: string,
  { channelId, from, to, expireAt }: ReplacedCredentials,
): Promise<boolean> {
  const replaced = await tx
    .update(channels)
    .set({ credentials: to, credentialsExpireAt: expireAt })
    .where(
      and(byId(companyId, channelId), from === null ? isNull(channels.credentials) : eq(channels.credentials, from)),
    )
    .returning({ id: channels.id })
  return replaced.length > 0
}

/** Records that an address of the channel's feed was refused. Null when that was done less than an hour before. */
export async function recordFeedRefusal(
  tx: Tx,
  companyId: string,
  { channelId, slug, now }: { channelId: string | null; slug: string; now: Date },
): Promise<string | null> {
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  const [updated] = await tx
    .update(channels)
    .set({ feedRefusedAt: now })
    .where(
      and(
        eq(channels.companyId, companyId),
        channelId === null ? eq(channels.slug, slug) : eq(channels.id, channelId),
        or(isNull(channels.feedRefusedAt), lte(channels.feedRefusedAt, anHourAgo)),
      ),
    )
    .returning({ id: channels.id })
  return updated?.id ?? null
}

/** Where a channel's webhooks are received. */
export const intakeUrlOf = ({ publicUrl }: { publicUrl: string }, channelId: string): string =>
  `${publicUrl}/api/webhooks/${channelId}`

export const noSuchChannel = () => new AppError('not_found', say('This channel doesn’t exist.'))

type ChannelHandle = { companyId: string; channelId: string; handle: string; isFeedKey?: boolean }

/** Whether the handle was free. Row-level security hides the owner of a handle that is taken. */
export async function claimHandle(tx: Tx, handle: ChannelHandle): Promise<boolean> {
  const claimed = await tx
    .insert(publicHandles)
    .values(handle)
    .onConflictDoNothing()
    .returning({ id: publicHandles.handle })
  return claimed.length > 0
}

/** The API keys of a channel, or its feed keys. */
type KeysOfChannel = { companyId: string; channelId: string; isFeedKey: boolean }

/** Ends the validity of these keys at `at`, including replaced ones, unless they end sooner. */
export async function expireKeys(
  tx: Tx,
  { companyId, channelId, isFeedKey, at }: KeysOfChannel & { at: Date },
): Promise<void> {
  await tx
    .update(publicHandles)
    .set({ expiresAt: sql`least(${publicHandles.expiresAt}, ${at.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(publicHandles.companyId, companyId),
        eq(publicHandles.channelId, channelId),
        eq(publicHandles.isFeedKey, isFeedKey),
        ne(publicHandles.handle, channelId),
      ),
    )
}

/** Until when a replaced key is still valid; null when none is. */
export async function findPreviousKeyEnd(
  tx: Tx,
  { companyId, channelId, isFeedKey, now }: KeysOfChannel & { now: Date },
): Promise<Date | null> {
  const [found] = await tx
    .select({ end: max(publicHandles.expiresAt) })
    .from(publicHandles)
    .where(
      and(
        eq(publicHandles.companyId, companyId),
        eq(publicHandles.channelId, channelId),
        eq(publicHandles.isFeedKey, isFeedKey),
        gt(publicHandles.expiresAt, now),
      ),
    )
  return found?.end ?? null
}

/**
 * The slug of the name, with `-2`, `-3` … where another channel has it. The advisory lock reserves it until the
 * transaction ends.
 */
export async function claimSlug(
  tx: Tx,
  { companyId, channelId, name }: { companyId: string; channelId: string; name: string },
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('channel slugs'), hashtext(${companyId}))`)
  const found = await tx
    .select({ slug: channels.slug })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), ne(channels.id, channelId)))
  const used = new Set(found.map(({ slug }) => slug))
  const base = feedSlug(name)
  let slug = base
  for (let count = 2; used.has(slug); count += 1) slug = `${base}-${count}`
  return slug
}

/** The channels of all companies. Reads `public_handles`, which is visible without a company. */
export async function listAllChannels(tx: Tx): Promise<{ companyId: string; channelId: string }[]> {
  return tx
    .select({ companyId: publicHandles.companyId, channelId: sql<string>`${publicHandles.channelId}` })
    .from(publicHandles)
    .where(eq(publicHandles.handle, sql`${publicHandles.channelId}::text`))
}

/** Active companies that have a channel. */
export async function listCompaniesWithChannels(tx: Tx): Promise<string[]> {
  const found = await tx
    .selectDistinct({ companyId: publicHandles.companyId })
    .from(publicHandles)
    .innerJoin(companies, eq(companies.id, publicHandles.companyId))
    .where(and(isNotNull(publicHandles.channelId), eq(companies.isActive, true)))
    .orderBy(asc(publicHandles.companyId))
  return found.map(({ companyId }) => companyId)
}

/** All active companies: messages and alerts may wait in companies without a channel. */
export async function listActiveCompanies(tx: Tx): Promise<string[]> {
  const found = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.isActive, true))
    .orderBy(asc(companies.id))
  return found.map(({ id }) => id)
}

export async function listAllCompanies(tx: Tx): Promise<string[]> {
  const found = await tx.select({ id: companies.id }).from(companies).orderBy(asc(companies.id))
  return found.map(({ id }) => id)
}

/** When the channel's last order was placed, and how many of its attention items are open. */
export type ChannelActivity = { lastOrderAt: string | null; problems: number }

export async function readChannelActivity(
  tx: Tx,
  companyId: string,
  channelIds: readonly string[],
): Promise<Map<string, ChannelActivity>> {
  const { rows } = await tx.execute<ChannelActivity & { id: string }>(sql`
    with waiting as (
      select coalesce(o.channel_id, e.channel_id) as channel_id, count(*)::int as problems
      from attention_items a
      left join orders o on o.company_id = ${companyId} and o.id = a.order_id
      left join webhook_events e on e.company_id = ${companyId} and e.id = a.webhook_event_id
      where a.company_id = ${companyId} and a.resolved_at is null and ${isNotWaiting(sql`a`)}
      group by 1
    )
    select channel.id, coalesce(waiting.problems, 0) as problems, (
      select o.placed_at from orders o where o.company_id = ${companyId} and o.channel_id = channel.id
      order by o.placed_at desc limit 1
    ) as "lastOrderAt"
    from unnest(${sql.param(channelIds)}::uuid[]) as channel(id)
    left join waiting on waiting.channel_id = channel.id`)
  return new Map(rows.map(({ id, lastOrderAt, problems }) => [id, { lastOrderAt: isoOrNull(lastOrderAt), problems }]))
}

type EncryptedSecret = { id: string; secret: string; createdAt: Date; expiresAt: Date | null }

const { id, secret, createdAt, expiresAt } = signingSecrets

/** Newest first. */
export async function listValidSigningSecrets(tx: Tx, companyId: string, now: Date): Promise<EncryptedSecret[]> {
  return tx
    .select({ id, secret, createdAt, expiresAt })
    .from(signingSecrets)
    .where(
      and(
        eq(signingSecrets.companyId, companyId),
        or(isNull(signingSecrets.expiresAt), gt(signingSecrets.expiresAt, now)),
      ),
    )
    .orderBy(desc(signingSecrets.createdAt), desc(signingSecrets.id))
}

/** Advisory lock, so that two transactions cannot both create the company's first secret. */
export async function lockSigningSecrets(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('signing secrets'), hashtext(${companyId}))`)
}

/** Ends the validity of all secrets at `at`, unless they end sooner. */
export async function expireSigningSecrets(tx: Tx, companyId: string, at: Date): Promise<void> {
  await tx
    .update(signingSecrets)
    .set({ expiresAt: sql`least(${expiresAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(signingSecrets.companyId, companyId))
}

export async function deleteExpiredSigningSecrets(tx: Tx, companyId: string, now: Date): Promise<void> {
  await tx.delete(signingSecrets).where(and(eq(signingSecrets.companyId, companyId), lte(expiresAt, now)))
}

export async function insertSigningSecret(tx: Tx, row: typeof signingSecrets.$inferInsert): Promise<void> {
  await tx.insert(signingSecrets).values(row)
}
