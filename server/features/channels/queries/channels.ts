import { and, asc, count, eq, gt } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'

/** A channel with its sealed secrets: never to be answered or logged as it is. */
export type ChannelRecord = typeof channels.$inferSelect

const byId = (companyId: string, channelId: string) =>
  and(eq(channels.companyId, companyId), eq(channels.id, channelId))

/** By slug, from the one after `after` on. */
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

/** For a change of its own; orders and deliveries that point to it need not wait. */
export async function lockChannel(tx: Tx, companyId: string, channelId: string): Promise<ChannelRecord> {
  const [channel] = await tx.select().from(channels).where(byId(companyId, channelId)).for('no key update')
  if (!channel) throw noSuchChannel()
  return channel
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

export const noSuchChannel = () => new AppError('not_found', 'There is no such channel.')
