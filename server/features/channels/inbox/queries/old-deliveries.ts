import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

type OldDeliveries = { companyId: string; channelId: string; before: Date; limit: number }

/** What nobody waits for any more. Deliveries that were not understood stay until somebody has seen to them. */
export async function deleteOldDeliveries(
  tx: Tx,
  { companyId, channelId, before, limit }: OldDeliveries,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from webhook_events where company_id = ${companyId} and id in (
      select id from webhook_events
      where company_id = ${companyId} and channel_id = ${channelId} and created_at < ${before.toISOString()}
        and (is_processed or not is_verified)
      order by created_at, id limit ${limit}
    )`)
  return rowCount ?? 0
}
