import { assignAsin } from '../catalog/assign-asin.ts'
import { contribute } from '../catalog/contribute.ts'
import type { Seller, World } from '../world.ts'
import { findListing, type Listing } from './listing.ts'
import { complete, keepAmazonChannel, patchAttributes } from './patch-attributes.ts'
import type { Submission } from './submission.ts'
import { emptyBook } from '../book.ts'

/** Does what was accepted; from now on it shows. */
export function carryOut(world: World, seller: Seller, submission: Submission): void {
  const { marketplaceId, sku } = submission
  const listings = (seller.listings[marketplaceId] ??= emptyBook())
  const listing = changed(world, seller, findListing(seller.listings, marketplaceId, sku), submission)
  if (!listing) {
    delete listings[sku]
    return
  }
  listings[sku] = listing
  contribute(world.catalog, seller.id, marketplaceId, listing)
}

/** The listing as it will be when all that is under way has been done. */
export function upcomingListing(world: World, seller: Seller, marketplaceId: string, sku: string): Listing | undefined {
  return seller.submissions
    .filter((submission) => submission.sku === sku && submission.marketplaceId === marketplaceId)
    .reduce(
      (listing, submission) => changed(world, seller, listing, submission),
      findListing(seller.listings, marketplaceId, sku),
    )
}

function changed(
  world: World,
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
      const given = complete(change.attributes, marketplaceId)
      const attributes = current ? keepAmazonChannel(current.attributes, given) : given
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
