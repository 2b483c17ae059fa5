import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

type ChannelLease = { companyId: string; channelId: string; until: Date }

/** `updated_at` stays: it says when people changed the channel. */
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

/** Only its own: one that took longer than its turn must not end the next one's. */
export async function releaseChannelLease(tx: Tx, { companyId, channelId, until }: ChannelLease): Promise<void> {
  await tx.execute(sql`
    update channels set pushing_until = null
    where company_id = ${companyId} and id = ${channelId} and pushing_until = ${until.toISOString()}::timestamptz`)
}
