import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Has the deliveries wait again as if they had just come, and takes off the list of a person's work what they left there. */
export async function requeueDeliveries(
  tx: Tx,
  companyId: string,
  deliveryIds: readonly string[],
  at: Date,
): Promise<void> {
  const ids = sql`any(${sql.param([...deliveryIds])}::uuid[])`
  await tx.execute(sql`
    update webhook_events
    set is_processed = false, processed_at = null, error = null, fetch_after = null, asked_at = null, fetch_failures = 0
    where company_id = ${companyId} and id = ${ids} and is_verified`)
  await tx.execute(sql`
    update attention_items set resolved_at = ${at.toISOString()}, resolution = 'Taken in again'
    where company_id = ${companyId} and webhook_event_id = ${ids} and resolved_at is null`)
}

/** Deliveries that wait for a person, in the order of their ids after `after`. */
export async function lockFailedDeliveries(
  tx: Tx,
  companyId: string,
  { channelId, after, limit }: { channelId: string | undefined; after: string | null; limit: number },
): Promise<string[]> {
  const narrowed: SQL[] = [
    ...(channelId ? [sql`and channel_id = ${channelId}`] : []),
    ...(after ? [sql`and id > ${after}`] : []),
  ]
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from webhook_events
    where company_id = ${companyId} and is_verified and not is_processed and error is not null
      and payload <> '' ${sql.join(narrowed, sql` `)}
    order by id limit ${limit} for no key update`)
  return rows.map(({ id }) => id)
}

export async function lockDelivery(tx: Tx, companyId: string, deliveryId: string): Promise<void> {
  await tx.execute(sql`
    select from webhook_events where company_id = ${companyId} and id = ${deliveryId} for no key update`)
}
