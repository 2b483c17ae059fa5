import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import type { OfferingChannel } from './offers.ts'

export async function findFeedChannel(tx: Tx, companyId: string, slug: string) {
  const [found] = await tx
    .select({
      id: channels.id,
      name: channels.name,
      safetyBuffer: channels.safetyBuffer,
      config: channels.config,
      currency: companySettings.currency,
    })
    .from(channels)
    .innerJoin(companySettings, eq(companySettings.companyId, channels.companyId))
    .where(and(eq(channels.companyId, companyId), eq(channels.slug, slug), eq(channels.isActive, true)))
  return found ?? null
}

/**
 * Sums over everything that the offers of a channel are made of: other offers, other sums. Each table is looked through
 * by itself, which costs a small part of putting the offers together.
 */
export async function readOffersFingerprint(tx: Tx, companyId: string, channel: OfferingChannel): Promise<string> {
  const { rows } = await tx.execute<{ fingerprint: string }>(sql`
    select concat_ws(' ',
      (select sum(hash_record_extended(row(id, sku, title, price, compare_at_price, is_active, safety_buffer, product_id), 0))
        from skus where company_id = ${companyId}),
      (select sum(hash_record_extended(row(sku_id, qty_free), 0)) from stock_levels where company_id = ${companyId}),
      (select sum(hash_record_extended(row(id, title, description, brand, category, images, amazon_images), 0))
        from products where company_id = ${companyId}),
      (select sum(hash_record_extended(row(sku_id, external_id, title, description, price, compare_at_price, is_visible), 0))
        from listings where company_id = ${companyId} and channel_id = ${channel.id}),
      (select row(currency, safety_buffer)::text from company_settings where company_id = ${companyId})
    ) as fingerprint`)
  return rows[0]?.fingerprint ?? ''
}
