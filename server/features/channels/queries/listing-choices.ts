import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { listings } from '#server/platform/db/schema/channels.ts'

/** What a person has chosen for a SKU on a channel; null where nothing. */
export type ListingChoice = { externalId: string | null; price: string | null; isVisible: boolean | null }
export type ListingKey = { companyId: string; channelId: string; skuId: string }

export async function lockChoice(tx: Tx, { companyId, channelId, skuId }: ListingKey): Promise<ListingChoice | null> {
  const [choice] = await tx
    .select({ externalId: listings.externalId, price: listings.price, isVisible: listings.isVisible })
    .from(listings)
    .where(and(eq(listings.companyId, companyId), eq(listings.channelId, channelId), eq(listings.skuId, skuId)))
    .for('update')
  return choice ?? null
}

export async function upsertChoice(tx: Tx, place: ListingKey, changes: Partial<ListingChoice>): Promise<void> {
  await tx
    .insert(listings)
    .values({ ...place, ...changes })
    .onConflictDoUpdate({
      target: [listings.companyId, listings.channelId, listings.skuId],
      set: { ...changes, syncStatus: 'pending', syncError: null },
    })
}

/** The SKU that goes by this id on the channel. */
export async function findSkuByExternalId(
  tx: Tx,
  { companyId, channelId }: ListingKey,
  externalId: string,
): Promise<string | null> {
  const [found] = await tx
    .select({ sku: skus.sku })
    .from(listings)
    .innerJoin(skus, and(eq(skus.companyId, listings.companyId), eq(skus.id, listings.skuId)))
    .where(
      and(eq(listings.companyId, companyId), eq(listings.channelId, channelId), eq(listings.externalId, externalId)),
    )
  return found?.sku ?? null
}
