import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { channels, listings, offerChanges } from '#server/platform/db/schema/channels.ts'

type ChannelKey = { companyId: string; channelId: string }

/** The channel is to be told anew of every SKU, inactive ones too, since it may still offer them; answers how many. */
export async function recordAllOffersChanged(tx: Tx, { companyId, channelId }: ChannelKey): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into offer_changes (company_id, channel_id, sku_id, changed_at)
    select company_id, ${channelId}::uuid, id, clock_timestamp() from skus where company_id = ${companyId} order by id
    on conflict (company_id, channel_id, sku_id) do update set changed_at = excluded.changed_at, retry_at = null`)
  return rowCount ?? 0
}

/** Every channel that is told of offers at all is to be told anew, as when something changes that all of them depend on. */
export async function recordAllOffersChangedEverywhere(tx: Tx, companyId: string): Promise<void> {
  const pushed = await tx
    .select({ channelId: channels.id })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), channels.isPushed))
    .orderBy(channels.id)
  for (const { channelId } of pushed) await recordAllOffersChanged(tx, { companyId, channelId })
}

export async function recordOfferChanged(tx: Tx, { companyId, channelId }: ChannelKey, skuId: string): Promise<void> {
  await tx.execute(sql`
    insert into offer_changes (company_id, channel_id, sku_id, changed_at)
    values (${companyId}, ${channelId}, ${skuId}, clock_timestamp())
    on conflict (company_id, channel_id, sku_id) do update set changed_at = excluded.changed_at, retry_at = null`)
}

/** What the channel was told before counts no more: whoever listens there now may not have heard it. */
export async function clearSentOffers(tx: Tx, { companyId, channelId }: ChannelKey): Promise<void> {
  await tx
    .update(listings)
    .set({ sentOffer: null, syncStatus: 'pending', syncError: null })
    .where(and(eq(listings.companyId, companyId), eq(listings.channelId, channelId)))
}

/** Nobody listens any more. */
export async function deleteOfferChanges(tx: Tx, { companyId, channelId }: ChannelKey): Promise<void> {
  await tx.delete(offerChanges).where(and(eq(offerChanges.companyId, companyId), eq(offerChanges.channelId, channelId)))
}
