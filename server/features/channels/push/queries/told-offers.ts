import { sql } from 'drizzle-orm'
import type { ListingSyncStatus } from '#contract/channel-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

type SentOffersKey = { companyId: string; channelId: string }

export type SentOffer = { skuId: string; status: ListingSyncStatus; sentOffer: string | null }

export async function readSentOffers(
  tx: Tx,
  { companyId, channelId }: SentOffersKey,
  skuIds: readonly string[],
): Promise<Map<string, SentOffer>> {
  const { rows } = await tx.execute<SentOffer>(sql`
    select found.* from unnest(${sql.param(skuIds)}::uuid[]) as wanted(sku_id)
    cross join lateral (
      select t.sku_id as "skuId", t.sync_status as status, t.sent_offer as "sentOffer" from listings t
      where t.company_id = ${companyAtRunTime(companyId)} and t.channel_id = ${channelId} and t.sku_id = wanted.sku_id offset 0
    ) as found`)
  return new Map(rows.map((row) => [row.skuId, row]))
}

/** `updated_at` stays: it says when people or the catalogue changed a listing, not when it was sent. */
export async function recordSentOffers(
  tx: Tx,
  { companyId, channelId }: SentOffersKey,
  sent: readonly { skuId: string; digest: string }[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into listings (company_id, channel_id, sku_id, sync_status, last_synced_at, sent_offer)
    select ${companyId}, ${channelId}, sku_id, 'synced', ${at.toISOString()}::timestamptz, digest
    from unnest(${sql.param(sent.map(({ skuId }) => skuId))}::uuid[],
      ${sql.param(sent.map(({ digest }) => digest))}::text[]) as told(sku_id, digest)
    order by sku_id
    on conflict (company_id, channel_id, sku_id) do update set sync_status = 'synced', sync_error = null,
      last_synced_at = excluded.last_synced_at, sent_offer = excluded.sent_offer`)
}

export type RefusedSku = { skuId: string; reason: string }

export async function recordRefusedOffers(
  tx: Tx,
  { companyId, channelId }: SentOffersKey,
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
