import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'

type SyncedChannel = { companyId: string; channelId: string }

/** `updatedAt` stays: it says when people changed the channel, and with it what the channel may not know yet. */
export async function setLastSynced(tx: Tx, { companyId, channelId }: SyncedChannel, at: Date): Promise<void> {
  await tx
    .update(channels)
    .set({ lastSyncedAt: at, updatedAt: sql`${channels.updatedAt}` })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
}
