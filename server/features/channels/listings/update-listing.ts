import type { ChannelListing, channelListingsApi } from '#contract/channel-listings.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { changedFields } from '#server/features/products/changed-fields.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import {
  findSkuByExternalId,
  lockChoice,
  upsertChoice,
  type ListingChoice,
  type ListingKey,
} from '../queries/listing-choices.ts'
import { getListingOrThrow } from '../queries/listings.ts'
import { recordOfferChanged } from '../queries/offer-changes.ts'

export async function updateListing(
  ctx: CompanyContext,
  { channelId, skuId, ...wanted }: ParsedInputOf<typeof channelListingsApi.update>,
): Promise<ChannelListing> {
  const place = { companyId: ctx.companyId, channelId, skuId }
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    await getListingOrThrow(tx, channel, skuId)
    const before = (await lockChoice(tx, place)) ?? { externalId: null, price: null, isVisible: null }
    const changes = changedFields<ListingChoice>(before, wanted)
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

/** The database decides whether an id is taken: whoever looks first and writes then may be overtaken in between. */
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
