import { emptyDictionary } from '../book.ts'
import { compareText } from '../compare.ts'
import type { Answer, Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import { searchPage } from '../search-pages.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import type { Seller } from '../world.ts'
import { assertOwner } from './check-owner.ts'
import type { Listed } from './listed.ts'
import { readFilter, readSkus, type ListingFilter } from './listing-filter.ts'
import type { Listing } from './listing.ts'
import { listingData, viewListing } from './view-listing.ts'

export function searchListings(call: Call): Answer {
  assertOwner(call)
  const { state, seller, query } = call
  const read = parametersOf(query, 'BAD_REQUEST')
  const marketplaceIds = readMarketplaces(read, seller)
  const included = read.choices('includedData', listingData)
  const sortBy = read.choice('sortBy', ['sku', 'createdDate', 'lastUpdatedDate']) ?? 'lastUpdatedDate'
  const direction = (read.choice('sortOrder', ['ASC', 'DESC']) ?? 'DESC') === 'ASC' ? 1 : -1
  const size = read.integer('pageSize', { most: 20, otherwise: 10 })

  const found = findListings(seller, marketplaceIds, readFilter(call, read), readSkus(read))
    .map((listed) => ({ listed, key: sortKey(listed, sortBy) }))
    .sort((one, other) => direction * compareText(one.key, other.key))
  const page = searchPage(found, query, size)
  if (!page) throw read.refuse("The 'pageToken' is not one of this search.")
  return {
    status: 200,
    body: {
      numberOfResults: found.length,
      ...(Object.keys(page.pagination).length > 0 && { pagination: page.pagination }),
      items: page.rows.map(({ listed }) => viewListing(state, seller, listed[0]?.listing.sku ?? '', listed, included)),
    },
  }
}

/** One find for each SKU, with every marketplace in which it fits. */
function findListings(
  seller: Seller,
  marketplaceIds: string[],
  fits: ListingFilter,
  skus: Set<string> | null,
): Listed[] {
  const bySku = new Map<string, Listed>()
  for (const marketplaceId of marketplaceIds) {
    for (const listing of candidates(seller.listings[marketplaceId] ?? emptyDictionary(), skus)) {
      if (!fits(marketplaceId, listing)) continue
      const listed = bySku.get(listing.sku)
      if (listed) listed.push({ marketplaceId, listing })
      else bySku.set(listing.sku, [{ marketplaceId, listing }])
    }
  }
  return [...bySku.values()]
}

/** Named SKUs are looked up: going through 100,000 listings for each twenty would take longer than all the rest. */
function candidates(listings: Record<string, Listing>, skus: Set<string> | null): Listing[] {
  return skus ? [...skus].flatMap((sku) => listings[sku] ?? []) : Object.values(listings)
}

/** The SKU breaks ties, so that pages don't overlap. */
function sortKey([first]: Listed, sortBy: 'sku' | 'createdDate' | 'lastUpdatedDate'): string {
  if (!first) return ''
  const { sku, createdAt, updatedAt } = first.listing
  if (sortBy === 'sku') return sku
  return `${sortBy === 'createdDate' ? createdAt : updatedAt} ${sku}`
}
