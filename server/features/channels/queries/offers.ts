import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import type { Offer } from '#server/ports/channel.ts'

/** What of a channel decides how its offers stand. */
export type OfferingChannel = {
  id: string
  safetyBuffer: number
  config: { offersAllSkus: boolean; productUrl: string | null }
}

export type ChannelOffer = Offer & { skuId: string }

/** What the channel may sell of the SKU `s`, with its level `l` and its company's `settings` beside it. */
export const sellableOn = ({ safetyBuffer }: Pick<OfferingChannel, 'safetyBuffer'>): SQL =>
  sql`greatest(l.qty_free - greatest(s.safety_buffer, settings.safety_buffer, ${safetyBuffer}::int), 0)`

/** Whether the SKU `s`, with its `listing` or none, is offered on the channel. */
export const isOfferedOn = ({ config }: Pick<OfferingChannel, 'config'>): SQL =>
  sql`(s.is_active and coalesce(listing.is_visible, ${config.offersAllSkus}::boolean))`

/**
 * What stands around a SKU `s`: its level `l`, its product `p`, its company's `settings`, its `listing` on the channel. Each
 * is looked up by its key: without statistics of a new channel, PostgreSQL would read all its listings for every SKU.
 */
export const offerJoins = (companyId: string, channel: Pick<OfferingChannel, 'id'>): SQL => sql`
  join company_settings settings on settings.company_id = ${companyId}
  cross join lateral ${oneOf(sql`products`, companyId, sql`found.id = s.product_id`)} as p
  cross join lateral ${oneOf(sql`stock_levels`, companyId, sql`found.sku_id = s.id`)} as l
  left join lateral ${oneOf(sql`listings`, companyId, sql`found.channel_id = ${channel.id} and found.sku_id = s.id`)}
    as listing on true`

/** A row that its key names; `offset 0` keeps the look-up from becoming a join. */
const oneOf = (table: SQL, companyId: string, key: SQL): SQL =>
  sql`(select found.* from ${table} as found where found.company_id = ${companyAtRunTime(companyId)} and ${key} offset 0)`

/** `page` is a select of SKU ids, found in an index alone; only its rows are then read in full, by id. */
export async function readOffers(
  tx: Tx,
  companyId: string,
  channel: OfferingChannel,
  page: SQL,
): Promise<ChannelOffer[]> {
  const { rows } = await tx.execute<Omit<ChannelOffer, 'link'>>(sql`
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

/** Without a place for the SKU the address leads to the shop itself. */
const linkTo = (productUrl: string | null, sku: string): string | null =>
  productUrl?.replaceAll('{sku}', encodeURIComponent(sku)) ?? null
