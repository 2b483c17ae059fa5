import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { RequestedKind } from './runs.ts'

type SyncStateKey = { companyId: string; accountId: string; marketplaceId: string; kind: RequestedKind }

/** Until when we know of the marketplace's changes; null before its first read. */
export async function findReadUntil(
  tx: Tx,
  { companyId, accountId, marketplaceId, kind }: SyncStateKey,
): Promise<Date | null> {
  const { rows } = await tx.execute<{ readUntil: string | null }>(sql`
    select read_until as "readUntil" from marketplace_sync_state
    where company_id = ${companyId} and integration_id = ${accountId} and marketplace_id = ${marketplaceId}
      and kind = ${kind}`)
  const readUntil = rows[0]?.readUntil
  return readUntil ? new Date(readUntil) : null
}

/** All that changed before the read began is known from now on. */
export async function upsertReadUntil(tx: Tx, place: SyncStateKey, beganAt: Date, isFull: boolean): Promise<void> {
  const began = sql`${beganAt.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into marketplace_sync_state (company_id, integration_id, marketplace_id, kind, read_until, last_full_read_at)
    values (${place.companyId}, ${place.accountId}, ${place.marketplaceId}, ${place.kind}, ${began},
      ${isFull ? began : sql`null`})
    on conflict (company_id, integration_id, marketplace_id, kind) do update set read_until = excluded.read_until,
      last_full_read_at = coalesce(excluded.last_full_read_at, marketplace_sync_state.last_full_read_at), updated_at = now()`)
}

type AccountSyncKey = Omit<SyncStateKey, 'marketplaceId'>

/** Whether some marketplace of the account was last read in full before `moment`, or never. */
export async function isFullReadDue(
  tx: Tx,
  { companyId, accountId, kind }: AccountSyncKey,
  moment: Date,
): Promise<boolean> {
  const { rows } = await tx.execute<{ isDue: boolean }>(sql`
    select exists (
      select from amazon_integrations a
      cross join lateral unnest(a.marketplace_ids) as sells_at(marketplace_id)
      left join marketplace_sync_state t on t.company_id = a.company_id and t.integration_id = a.id
        and t.marketplace_id = sells_at.marketplace_id and t.kind = ${kind}
      where a.company_id = ${companyId} and a.id = ${accountId}
        and coalesce(t.last_full_read_at, '-infinity') < ${moment.toISOString()}::timestamptz
    ) as "isDue"`)
  return rows[0]?.isDue ?? true
}
