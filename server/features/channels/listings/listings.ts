import { z } from 'zod'
import type { ChannelListing, channelListingsApi } from '#contract/channel-listings.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/paging.ts'
import { changedFields } from '#server/features/products/record-changes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { recordOfferChanged } from '../offer-queries.ts'
import {
  findSkuByExternalId,
  getListingOrThrow,
  listChannelListings,
  type ListingChoice,
  type ListingKey,
  lockChoice,
  upsertChoice,
} from './queries.ts'

const BySku = z.tuple([z.string()])

export async function listListings(
  ctx: CompanyContext,
  { channelId, limit, cursor, ...query }: ParsedInputOf<typeof channelListingsApi.list>,
): Promise<Page<ChannelListing>> {
  const [after] = decodeCursor(cursor, BySku) ?? []
  return ctx.read(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const { rows, total } = await listChannelListings(tx, channel, query, { after, limit: limit + 1 })
    return toPage(rows, limit, total, ({ sku }) => [sku])
  })
}

export async function updateListing(
  ctx: CompanyContext,
  { channelId, skuId, ...input }: ParsedInputOf<typeof channelListingsApi.update>,
): Promise<ChannelListing> {
  const place = { companyId: ctx.companyId, channelId, skuId }
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    await getListingOrThrow(tx, channel, skuId)
    const before = (await lockChoice(tx, place)) ?? { externalId: null, price: null, isVisible: null }
    const changes = changedFields<ListingChoice>(before, input)
    if (!changes) return getListingOrThrow(tx, channel, skuId)
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
    return getListingOrThrow(tx, channel, skuId)
  })
}

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
    const message = `This id belongs to ${(await findSkuByExternalId(tx, place, externalId)) ?? 'another SKU'} already`
    throw new AppError('conflict', `${message}.`, [{ field: 'externalId', message }])
  }
}
