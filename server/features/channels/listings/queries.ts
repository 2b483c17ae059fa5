import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ChannelListing, channelListingsApi } from '#contract/channel-listings.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { noSuchSku } from '#server/features/products/sku-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText, isoOrNull } from '#server/platform/db/rows.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import { ChannelConfig } from '../channel-config.ts'
import type { ChannelRecord } from '../channel-queries.ts'
import { isOfferedOn, offerJoins, sellableOn } from '../offer-queries.ts'

type Query = Pick<ParsedInputOf<typeof channelListingsApi.list>, 'search' | 'state'>

/** Sorted by SKU, starting after `after`. */
type Span = { after: string | undefined; limit: number }

/** All SKUs of the company with their state on the channel, with or without a listing. */
export async function listChannelListings(
  tx: Tx,
  channel: ChannelRecord,
  query: Query,
  span: Span,
): Promise<{ rows: ChannelListing[]; total: number }> {
  const { ids, total } =
    query.search || query.state ? await findSkus(tx, channel, query, span) : await nextSkus(tx, channel, span)
  return { rows: await readListings(tx, channel, sql`s.id = any(${sql.param(ids)}::uuid[])`), total }
}

export async function getListingOrThrow(tx: Tx, channel: ChannelRecord, skuId: string): Promise<ChannelListing> {
  const [listing] = await readListings(tx, channel, sql`s.id = ${skuId}`)
  if (!listing) throw noSuchSku()
  return listing
}

type FoundSkus = { ids: string[]; total: number }

async function nextSkus(tx: Tx, { companyId }: ChannelRecord, span: Span): Promise<FoundSkus> {
  const { rows } = await tx.execute<FoundSkus>(sql`
    select (select count(*)::int from skus where company_id = ${companyId}) as total, array(
      select s.id from skus s where s.company_id = ${companyId} and ${follows(span)} order by s.sku limit ${span.limit}
    ) as ids`)
  return rows[0] ?? nothing
}

/** Substring search cannot use an index, so all SKUs are scanned, once for both page and total. */
async function findSkus(tx: Tx, channel: ChannelRecord, query: Query, span: Span): Promise<FoundSkus> {
  const { companyId } = channel
  const text = containsText(query.search, sql`s.sku`, sql`s.title`, sql`p.title`, sql`listing.external_id`) ?? sql`true`
  const { rows } = await tx.execute<FoundSkus>(sql`
    with found as materialized (
      select s.id, s.sku from skus s
      left join listings listing
        on listing.company_id = ${companyId} and listing.channel_id = ${channel.id} and listing.sku_id = s.id
      ${query.search ? sql`join products p on p.company_id = s.company_id and p.id = s.product_id` : sql``}
      where s.company_id = ${companyId} and ${text} and ${inState(channel, query.state)}
    )
    select count(*)::int as total,
      array(select s.id from found s where ${follows(span)} order by s.sku limit ${span.limit}) as ids
    from found`)
  return rows[0] ?? nothing
}

const nothing: FoundSkus = { ids: [], total: 0 }

const follows = ({ after }: Span): SQL => (after === undefined ? sql`true` : sql`s.sku > ${after}`)

function inState(channel: ChannelRecord, state: Query['state']): SQL {
  switch (state) {
    case undefined:
      return sql`true`
    case 'offered':
      return isOfferedOn(toOfferingChannel(channel))
    case 'hidden':
      return sql`not ${isOfferedOn(toOfferingChannel(channel))}`
    case 'pending':
    case 'failed':
      return sql`${syncStatusOn(channel)} = ${state}`
  }
}

/** Channels that nothing is pushed to have no sync status. */
const syncStatusOn = ({ isPushed }: ChannelRecord): SQL => (isPushed ? sql`listing.sync_status` : sql`null::text`)

const toOfferingChannel = ({ id, safetyBuffer, config }: ChannelRecord) => ({
  id,
  safetyBuffer,
  config: ChannelConfig.parse(config),
})

async function readListings(tx: Tx, channel: ChannelRecord, which: SQL): Promise<ChannelListing[]> {
  const { companyId } = channel
  const { rows } = await tx.execute<ChannelListing>(sql`
    select s.id as "skuId", s.sku, coalesce(listing.title, s.title, p.title) as title, s.is_active as "isActive",
      listing.external_id as "externalId", listing.price, s.price as "skuPrice",
      ${isOfferedOn(toOfferingChannel(channel))} as "isVisible", ${sellableOn(channel)} as sellable,
      ${syncStatusOn(channel)} as "syncStatus", listing.sync_error as "syncError", listing.last_synced_at as "lastSyncedAt"
    from skus s ${offerJoins(companyId, channel)}
    where s.company_id = ${companyId} and ${which}
    order by s.sku`)
  return rows.map((row) => ({ ...row, lastSyncedAt: isoOrNull(row.lastSyncedAt) }))
}

/** A user's settings for a SKU on a channel; null where nothing is set. */
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

/** The SKU with this id on the channel. */
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
