import { assignAsin } from '../catalog/assign-asin.ts'
import { contributeFacts } from '../catalog/contribute.ts'
import type { Seller, AmazonState } from '../world.ts'
import { findListing, type Listing } from './listing.ts'
import { completeAttributes, preserveAmazonChannel, patchAttributes } from './patch-attributes.ts'
import type { Submission } from './submission.ts'
import { emptyDictionary } from '../book.ts'

/** Does what was accepted; from now on it shows. */
export function applySubmission(world: AmazonState, seller: Seller, submission: Submission): void {
  const { marketplaceId, sku } = submission
  const listings = (seller.listings[marketplaceId] ??= emptyDictionary())
  const listing = changedListing(world, seller, findListing(seller.listings, marketplaceId, sku), submission)
  if (!listing) {
    delete listings[sku]
    return
  }
  listings[sku] = listing
  contributeFacts(world.catalog, seller.id, marketplaceId, listing)
}

/** The listing as it will be when all that is under way has been done. */
export function upcomingListing(
  world: AmazonState,
  seller: Seller,
  marketplaceId: string,
  sku: string,
): Listing | undefined {
  return seller.submissions
    .filter((submission) => submission.sku === sku && submission.marketplaceId === marketplaceId)
    .reduce(
      (listing, submission) => changedListing(world, seller, listing, submission),
      findListing(seller.listings, marketplaceId, sku),
    )
}

function changedListing(
  world: AmazonState,
  seller: Seller,
  current: Listing | undefined,
  { marketplaceId, sku, change, dueAt }: Submission,
): Listing | undefined {
  switch (change.kind) {
    case 'delete':
      return undefined
    case 'patch': {
      if (!current) return undefined
      const attributes = patchAttributes(current.attributes, change.patches, marketplaceId)
      return { ...current, attributes, updatedAt: dueAt }
    }
    case 'put': {
      const given = completeAttributes(change.attributes, marketplaceId)
      const attributes = current ? preserveAmazonChannel(current.attributes, given) : given
      return {
        sku,
        asin: current?.asin ?? assignAsin(world.catalog, marketplaceId, { sellerId: seller.id, sku, attributes }),
        productType: change.productType,
        attributes,
        createdAt: current?.createdAt ?? dueAt,
        updatedAt: dueAt,
      }
    }
  }
}
