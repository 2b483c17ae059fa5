import type { Seller } from '../world.ts'
import { checkAttributes } from './check-attributes.ts'
import type { Issue } from './issue.ts'
import { findListing, type Listing } from './listing.ts'

/** The same SKU in those marketplaces in which it is listed. */
export type Listed = { marketplaceId: string; listing: Listing }[]

export function findListed({ listings }: Seller, marketplaceIds: string[], sku: string): Listed {
  return marketplaceIds.flatMap((marketplaceId) => {
    const listing = findListing(listings, marketplaceId, sku)
    return listing ? [{ marketplaceId, listing }] : []
  })
}

export function issuesOf(listed: Listed): Issue[] {
  return listed.flatMap(({ marketplaceId, listing }) => checkAttributes(listing.attributes, marketplaceId))
}
