import { and, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import type { ChannelRecord } from '../queries/channels.ts'

/** Channels that let us in and were last asked before a moment; those that another process looks at are its own. */
export async function lockDueChannels(tx: Tx, companyId: string, before: Date): Promise<ChannelRecord[]> {
  return tx
    .select()
    .from(channels)
    .where(
      and(
        eq(channels.companyId, companyId),
        eq(channels.isActive, true),
        isNotNull(channels.accessToken),
        isNull(channels.accessError),
        or(isNull(channels.lastPolledAt), lte(channels.lastPolledAt, before)),
      ),
    )
    .for('no key update', { skipLocked: true })
}

export async function recordPolled(tx: Tx, companyId: string, channelIds: string[], now: Date): Promise<void> {
  await tx
    .update(channels)
    .set({ lastPolledAt: now })
    .where(and(eq(channels.companyId, companyId), inArray(channels.id, channelIds)))
}

export async function updatePollCursor(
  tx: Tx,
  companyId: string,
  channelId: string,
  pollCursor: string,
): Promise<void> {
  await tx
    .update(channels)
    .set({ pollCursor })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
}
