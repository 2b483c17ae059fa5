import { and, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { ChannelListing, channelListingsApi } from '#contract/channel-listings.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import { changedFields } from '#server/features/products/record-changes.ts'
import { assertPriceConfirmed } from '#server/features/products/risky-changes.ts'
import { noSuchSku } from '#server/features/products/sku-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { containsText, isoOrNull } from '#server/platform/db/rows.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { ChannelConfig, isShop } from '../channel-config.ts'
import { type ChannelRecord, getChannelOrThrow } from '../channel-queries.ts'
import { isOfferedOn, offerJoins, recordOfferChanged, sellableOn } from '../offer-queries.ts'

const BySku = z.tuple([z.string()])

export async function listListings(
  ctx: CompanyContext,
  { channelId, limit, cursor, ...query }: ParsedInputOf<typeof channelListingsApi.list>,
): Promise<Page<ChannelListing>> {
  const [after] = decodeCursor(cursor, BySku) ?? []
  return ctx.read(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const { rows, total } = await listChannelListings(tx, channel, query, { after, limit: limit + 1 })
    const page = toPage(rows, limit, total, ({ sku }) => [sku])
    return { ...page, rows: page.rows.map((listing) => forReader(ctx, listing)) }
  })
}

export async function updateListing(
  ctx: CompanyContext,
  { channelId, skuId, ...input }: ParsedInputOf<typeof channelListingsApi.update>,
): Promise<ChannelListing> {
  const place = { companyId: ctx.companyId, channelId, skuId }
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const { sku, skuPrice } = await getListingOrThrow(tx, channel, skuId)
    const before = (await lockChoice(tx, place)) ?? { externalId: null, price: null, isVisible: null }
    const changes = changedFields<ListingChoice>(before, input)
    if (!changes) return forReader(ctx, await getListingOrThrow(tx, channel, skuId))
    if (changes.price !== undefined) assertPriceConfirmed(ctx, sku, before.price ?? skuPrice, changes.price ?? skuPrice)
    await withFreeExternalId(tx, place, changes, (savepoint) => upsertChoice(savepoint, place, changes))
    if (channel.isPushed) await recordOfferChanged(tx, place, skuId)
    await recordAudit(tx, ctx, {
      action: 'listing.update',
      resource: 'listing',
      resourceId: skuId,
      companyId: ctx.companyId,
      before,
      after: { ...before, ...changes, channelId },
    })
    await ctx.publishChange(tx, 'channels')
    await ctx.publishChange(tx, 'products')
    return forReader(ctx, await getListingOrThrow(tx, channel, skuId))
  })
}

const forReader = (ctx: CompanyContext, listing: ChannelListing): ChannelListing => ({
  ...listing,
  syncError: translateStored(ctx, listing.syncError),
  items: listing.items.map((item) => ({ ...item, obstacle: translateStored(ctx, item.obstacle) })),
})

/** The unique index decides whether an id is taken; checking before writing would be a race. */
async function withFreeExternalId(
  tx: Tx,
  place: ListingKey,
  { externalId }: Partial<ListingChoice>,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await tx.transaction(write)
  } catch (error) {
    if (!externalId || !isUniqueViolation(error, 'listings_external_id')) throw error
    const owner = (await findSkuByExternalId(tx, place, externalId)) ?? say('another SKU')
    throw new AppError('conflict', say('This ID already belongs to {owner}.', { owner }), [
      { field: 'externalId', message: say('This ID already belongs to {owner}', { owner }) },
    ])
  }
}

type ListingQuery = Pick<ParsedInputOf<typeof channelListingsApi.list>, 'search' | 'state'>

/** Sorted by SKU, starting after `after`. */
type SkuSpan = { after: string | undefined; limit: number }

/** All SKUs of the company with their state on the channel, with or without a listing. */
async function listChannelListings(
  tx: Tx,
  channel: ChannelRecord,
  query: ListingQuery,
  span: SkuSpan,
): Promise<{ rows: ChannelListing[]; total: number }> {
  const { ids, total } =
    query.search || query.state ? await findSkus(tx, channel, query, span) : await nextSkus(tx, channel, span)
  return { rows: await readListings(tx, channel, sql`s.id = any(${sql.param(ids)}::uuid[])`), total }
}

async function getListingOrThrow(tx: Tx, channel: ChannelRecord, skuId: string): Promise<ChannelListing> {
  const [listing] = await readListings(tx, channel, sql`s.id = ${skuId}`)
  if (!listing) throw noSuchSku()
  return listing
}

type FoundSkus = { ids: string[]; total: number }

async function nextSkus(tx: Tx, { companyId }: ChannelRecord, span: SkuSpan): Promise<FoundSkus> {
  const { rows } = await tx.execute<FoundSkus>(sql`
    select (select count(*)::int from skus where company_id = ${companyId}) as total, array(
      select s.id from skus s where s.company_id = ${companyId} and ${follows(span)} order by s.sku limit ${span.limit}
    ) as ids`)
  return rows[0] ?? noSkus
}

/** Substring search cannot use an index, so all SKUs are scanned, once for both page and total. */
async function findSkus(tx: Tx, channel: ChannelRecord, query: ListingQuery, span: SkuSpan): Promise<FoundSkus> {
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
  return rows[0] ?? noSkus
}

const noSkus: FoundSkus = { ids: [], total: 0 }

const follows = ({ after }: SkuSpan): SQL => (after === undefined ? sql`true` : sql`s.sku > ${after}`)

function inState(channel: ChannelRecord, state: ListingQuery['state']): SQL {
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

/**
 * Channels that nothing is pushed to have no sync status. A shop sells only the SKUs that one of its items is matched with, and one that it
 * has not answered for yet is pending.
 */
function syncStatusOn({ id, companyId, type, isPushed }: ChannelRecord): SQL {
  if (!isPushed) return sql`null::text`
  if (!isShop(type)) return sql`listing.sync_status`
  const isSold = sql`exists (
    select from channel_items i where i.company_id = ${companyId} and i.channel_id = ${id} and i.sku_id = s.id and ${isListed})`
  return sql`case when ${isSold} then coalesce(listing.sync_status, 'pending') else 'not_listed' end`
}

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
      ${syncStatusOn(channel)} as "syncStatus", listing.sync_error as "syncError", listing.last_synced_at as "lastSyncedAt",
      ${itemsOn(channel)} as items
    from skus s ${offerJoins(companyId, channel)}
    where s.company_id = ${companyId} and ${which}
    order by s.sku`)
  return rows.map((row) => ({
    ...row,
    lastSyncedAt: isoOrNull(row.lastSyncedAt),
    items: row.items.map((item) => ({ ...item, confirmedAt: isoOrNull(item.confirmedAt) })),
  }))
}

/** SQL: the items of the channel that are matched with the SKU `s`. */
const itemsOn = ({ id, companyId }: ChannelRecord): SQL => sql`array(
  select json_build_object('externalId', i.external_id, 'title', i.title, 'variant', i.variant, 'obstacle', i.obstacle,
    'confirmedQuantity', i.confirmed_quantity, 'confirmedAt', i.confirmed_at::text)
  from channel_items i where i.company_id = ${companyId} and i.channel_id = ${id} and i.sku_id = s.id and ${isListed}
  order by i.title, i.external_id)`

/** SQL: whether the channel sells the item `i` now. */
const isListed = sql`i.seen_at is not null and i.removed_at is null`

/** A user's settings for a SKU on a channel; null where noSkus is set. */
type ListingChoice = { externalId: string | null; price: string | null; isVisible: boolean | null }

type ListingKey = { companyId: string; channelId: string; skuId: string }

export async function lockChoice(tx: Tx, { companyId, channelId, skuId }: ListingKey): Promise<ListingChoice | null> {
  const [choice] = await tx
    .select({ externalId: listings.externalId, price: listings.price, isVisible: listings.isVisible })
    .from(listings)
    .where(and(eq(listings.companyId, companyId), eq(listings.channelId, channelId), eq(listings.skuId, skuId)))
    .for('update')
  return choice ?? null
}

async function upsertChoice(tx: Tx, place: ListingKey, changes: Partial<ListingChoice>): Promise<void> {
  await tx
    .insert(listings)
    .values({ ...place, ...changes })
    .onConflictDoUpdate({
      target: [listings.companyId, listings.channelId, listings.skuId],
      set: { ...changes, syncStatus: 'pending', syncError: null },
    })
}

/** The SKU with this id on the channel. */
async function findSkuByExternalId(
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
