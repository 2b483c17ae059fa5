import type { NewListing, ListingWriteResult } from '#server/ports/listings.ts'
import type { UnlistedSku } from '../queries/unlisted.ts'
import type { TwoWaySync } from '../two-way.ts'
import { refusal, toAnswers, toSendResult, type ChangeAnswer } from './answers.ts'
import type { PreparedListing } from './prepare-listings.ts'

type ListingsAccess = Pick<TwoWaySync, 'account' | 'listings'>

/** An item of the catalogue has its type already. */
const anyProductType = 'PRODUCT'
const noProductTypeMessage =
  'Amazon suggests no type of product for this title. Give the SKU its ASIN, or make the listing in Seller Central.'

export async function createListing(
  access: ListingsAccess,
  marketplaceId: string,
  { change, unlisted }: PreparedListing,
): Promise<ChangeAnswer[]> {
  return toAnswers([change], await previewAndCreate(access, marketplaceId, unlisted).catch(toSendResult))
}

/** An offer on the item of the catalogue that the ASIN names; without one, a new item, which Amazon is asked about first. */
async function previewAndCreate(
  { account, listings }: ListingsAccess,
  marketplaceId: string,
  unlisted: UnlistedSku,
): Promise<ListingWriteResult> {
  const { sku, asin, values } = unlisted
  const productType = asin
    ? anyProductType
    : await listings.suggestProductType(account, marketplaceId, values.title ?? sku)
  if (productType === null) return refusal(noProductTypeMessage)
  const listing: NewListing = { sku, asin, productType, values }
  const preview = await listings.create(account, marketplaceId, listing, { isPreview: true })
  return preview.isAccepted ? listings.create(account, marketplaceId, listing, { isPreview: false }) : preview
}
