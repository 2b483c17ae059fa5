import type { NewListing, SendResult } from '#server/ports/listings.ts'
import type { Unlisted } from '../queries/unlisted.ts'
import type { TwoWay } from '../two-way.ts'
import { refusal, toAnswers, toResult, type Answered } from './answers.ts'
import type { PreparedListing } from './prepare-listings.ts'

type Speaker = Pick<TwoWay, 'account' | 'listings'>

/** An item of the catalogue has its type already. */
const anyProductType = 'PRODUCT'
const noType =
  'Amazon suggests no type of product for this title. Give the SKU its ASIN, or make the listing in Seller Central.'

export async function makeListing(
  speaker: Speaker,
  marketplaceId: string,
  { change, unlisted }: PreparedListing,
): Promise<Answered[]> {
  return toAnswers([change], await make(speaker, marketplaceId, unlisted).catch(toResult))
}

/** An offer on the item of the catalogue that the ASIN names; without one, a new item, which Amazon is asked about first. */
async function make({ account, listings }: Speaker, marketplaceId: string, unlisted: Unlisted): Promise<SendResult> {
  const { sku, asin, values } = unlisted
  const productType = asin
    ? anyProductType
    : await listings.suggestProductType(account, marketplaceId, values.title ?? sku)
  if (productType === null) return refusal(noType)
  const listing: NewListing = { sku, asin, productType, values }
  const preview = await listings.create(account, marketplaceId, listing, { isPreview: true })
  return preview.isAccepted ? listings.create(account, marketplaceId, listing, { isPreview: false }) : preview
}
