import { and, eq, gt, max, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'

type ChannelHandle = { companyId: string; channelId: string; handle: string }

/** Whether the handle was free; whose it is otherwise can't be seen from inside a company. */
export async function claimHandle(tx: Tx, handle: ChannelHandle): Promise<boolean> {
  const claimed = await tx
    .insert(publicHandles)
    .values(handle)
    .onConflictDoNothing()
    .returning({ id: publicHandles.handle })
  return claimed.length > 0
}

/** The channel's keys open nothing from `at` on, those that were replaced before included, unless they end sooner. */
export async function expireKeys(
  tx: Tx,
  { companyId, channelId, at }: { companyId: string; channelId: string; at: Date },
): Promise<void> {
  await tx
    .update(publicHandles)
    .set({ expiresAt: sql`least(${publicHandles.expiresAt}, ${at.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(publicHandles.companyId, companyId),
        eq(publicHandles.channelId, channelId),
        ne(publicHandles.handle, channelId),
      ),
    )
}

/** Until when a key that has been replaced still opens the channel; null when none does. */
export async function findPreviousKeyEnd(
  tx: Tx,
  { companyId, channelId, now }: { companyId: string; channelId: string; now: Date },
): Promise<Date | null> {
  const [found] = await tx
    .select({ end: max(publicHandles.expiresAt) })
    .from(publicHandles)
    .where(
      and(
        eq(publicHandles.companyId, companyId),
        eq(publicHandles.channelId, channelId),
        gt(publicHandles.expiresAt, now),
      ),
    )
  return found?.end ?? null
}
