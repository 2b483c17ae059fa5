import { and, eq, type SQL, sql } from 'drizzle-orm'
import { sellableUnits } from '#server/features/inventory/sellable.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { channels, listings, offerChanges } from '#server/platform/db/schema/channels.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import type { Offer, OfferedItem } from '#server/ports/channel.ts'

/** The settings of a channel that determine its offers. */
export type OfferingChannel = {
  id: string
  safetyBuffer: number
  config: { offersAllSkus: boolean; productUrl: string | null }
}

export type ChannelOffer = Offer & { skuId: string }

/** An offer without the items that the channel sells under its SKU, which only a push needs. */
export type CatalogOffer = Omit<ChannelOffer, 'items'>

/** SQL: units of the SKU `s` that the channel may sell; needs the stock level `l` and the company's `settings`. */
export const sellableOn = ({ safetyBuffer }: Pick<OfferingChannel, 'safetyBuffer'>): SQL =>
  sellableUnits(sql`l`, safetyBuffer)

/** SQL: whether the SKU `s`, with its `listing` if any, is offered on the channel. */
export const isOfferedOn = ({ config }: Pick<OfferingChannel, 'config'>): SQL =>
  sql`(s.is_active and coalesce(listing.is_visible, ${config.offersAllSkus}::boolean))`

/**
 * Joins for a SKU `s`: stock level `l`, product `p`, company `settings` and its `listing` on the channel. Lateral
 * look-ups by key: without statistics for a new channel, PostgreSQL would read all its listings for every SKU.
 */
export const offerJoins = (companyId: string, channel: Pick<OfferingChannel, 'id'>): SQL => sql`
  join company_settings settings on settings.company_id = ${companyId}
  cross join lateral ${oneOf(sql`products`, companyId, sql`found.id = s.product_id`)} as p
  cross join lateral ${oneOf(sql`stock_levels`, companyId, sql`found.sku_id = s.id`)} as l
  left join lateral ${oneOf(sql`listings`, companyId, sql`found.channel_id = ${channel.id} and found.sku_id = s.id`)}
    as listing on true`

/** One row by its key; `offset 0` prevents PostgreSQL from turning the look-up into a join. */
const oneOf = (table: SQL, companyId: string, key: SQL): SQL =>
  sql`(select found.* from ${table} as found where found.company_id = ${companyAtRunTime(companyId)} and ${key} offset 0)`

/** `page` selects SKU ids with an index-only scan; only these rows are then read in full. */
export async function readOffers(
  tx: Tx,
  companyId: string,
  channel: OfferingChannel,
  page: SQL,
): Promise<CatalogOffer[]> {
  const { rows } = await tx.execute<Omit<CatalogOffer, 'link'>>(sql`
    with page as (${page})
    select s.id as "skuId", s.sku, listing.external_id as "externalId", coalesce(listing.title, s.title, p.title) as title,
      coalesce(listing.description, p.description) as description, p.brand, p.category,
      coalesce(listing.price, s.price) as price, coalesce(listing.compare_at_price, s.compare_at_price) as "compareAtPrice",
      settings.currency, ${sellableOn(channel)} as sellable, ${isOfferedOn(channel)} as "isVisible",
      case when p.images = '{}' then p.amazon_images else p.images end as "imageUrls", s.product_id as "groupId"
    from page
    cross join lateral ${oneOf(sql`skus`, companyId, sql`found.id = page.id`)} as s
    ${offerJoins(companyId, channel)}
    order by page.id`)
  return rows.map((row) => ({ ...row, link: linkTo(channel.config.productUrl, row.sku) }))
}

type SkuItem = OfferedItem & { skuId: string }

/**
 * Adds the items that the channel sells under each SKU and takes a quantity for; an id that only an order has named is no item yet. One
 * scan for all of them: without statistics PostgreSQL would read all items of the channel for each SKU.
 */
export async function withItems(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  offers: readonly CatalogOffer[],
): Promise<ChannelOffer[]> {
  const { rows } = await tx.execute<SkuItem>(sql`
    select sku_id as "skuId", external_id as "externalId", refs, quantity, updated_at::text as version
    from channel_items
    where company_id = ${companyId} and channel_id = ${channelId}
      and sku_id = any(${sql.param(offers.map(({ skuId }) => skuId))}::uuid[])
      and seen_at is not null and removed_at is null and obstacle is null
    order by external_id`)
  const itemsOf = Map.groupBy(rows, ({ skuId }) => skuId)
  return offers.map((offer) => {
    const items = itemsOf.get(offer.skuId) ?? []
    return { ...offer, items: items.map(({ skuId: _skuId, ...item }) => item) }
  })
}

/** Without a {sku} placeholder the URL leads to the shop itself. */
const linkTo = (productUrl: string | null, sku: string): string | null =>
  productUrl?.replaceAll('{sku}', encodeURIComponent(sku)) ?? null

type ChannelKey = { companyId: string; channelId: string }

/** Queues all SKUs for the channel, including inactive ones, which it may still offer. Returns their number. */
export async function recordAllOffersChanged(tx: Tx, { companyId, channelId }: ChannelKey): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into offer_changes (company_id, channel_id, sku_id, changed_at)
    select company_id, ${channelId}::uuid, id, clock_timestamp() from skus where company_id = ${companyId} order by id
    on conflict (company_id, channel_id, sku_id) do update set changed_at = excluded.changed_at, retry_at = null`)
  return rowCount ?? 0
}

/** Queues all SKUs for every channel that offers are pushed to, for instance after a change of the currency. */
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

/**
 * The channels of these orders may have put units back: what they show is no longer known, and the SKUs are queued for them, if offers are
 * pushed there. The caller holds the locks of their stock levels. Returns how many were queued.
 */
export async function recordRestockedOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<number> {
  const sold = sql`
    select distinct o.channel_id, i.sku_id from orders o
    join order_items i on i.company_id = o.company_id and i.order_id = o.id and i.sku_id is not null
    join channels c on c.company_id = o.company_id and c.id = o.channel_id and c.is_pushed
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])`
  await tx.execute(sql`
    update channel_items set quantity = null, updated_at = clock_timestamp()
    from (
      select i.channel_id, i.external_id from (${sold}) as sold
      join channel_items i on i.company_id = ${companyAtRunTime(companyId)} and i.channel_id = sold.channel_id
        and i.sku_id = sold.sku_id
      order by i.channel_id, i.external_id for update of i
    ) as found
    where channel_items.company_id = ${companyAtRunTime(companyId)} and channel_items.channel_id = found.channel_id
      and channel_items.external_id = found.external_id`)
  const { rowCount } = await tx.execute(sql`
    insert into offer_changes (company_id, channel_id, sku_id, changed_at)
    select ${companyId}::uuid, sold.channel_id, sold.sku_id, clock_timestamp() from (${sold}) as sold
    order by sold.sku_id, sold.channel_id
    on conflict (company_id, channel_id, sku_id) do update set changed_at = excluded.changed_at, retry_at = null`)
  return rowCount ?? 0
}

/** Forgets what was pushed, so that everything is pushed again: a new receiver has not got it. */
export async function clearSentOffers(tx: Tx, { companyId, channelId }: ChannelKey): Promise<void> {
  await tx
    .update(listings)
    .set({ sentOffer: null, syncStatus: 'pending', syncError: null })
    .where(and(eq(listings.companyId, companyId), eq(listings.channelId, channelId)))
}

/** Empties the queue of a channel that offers are no longer pushed to. */
export async function deleteOfferChanges(tx: Tx, { companyId, channelId }: ChannelKey): Promise<void> {
  await tx.delete(offerChanges).where(and(eq(offerChanges.companyId, companyId), eq(offerChanges.channelId, channelId)))
}

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
 * Hash sums over all columns that offers are made of; they change when any offer changes. One scan per table is much
 * cheaper than building the offers.
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
