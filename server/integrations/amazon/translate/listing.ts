import type { Listing } from '#server/ports/listings.ts'
import { toListingIssue } from './send-result.ts'
import { readListingIssue } from './listing-issue.ts'
import { isHeldByAmazon, readListingValues, type ListingsItem } from './listing-values.ts'

/** What a listing is in one marketplace. */
export function toListing(item: ListingsItem, marketplaceId: string): Listing {
  const isHere = (one: { marketplaceId: string }) => one.marketplaceId === marketplaceId
  const summary = item.summaries.find(isHere)
  return {
    sku: item.sku,
    asin: summary?.asin || null,
    productType: summary?.productType ?? item.productTypes.find(isHere)?.productType ?? null,
    statuses: summary?.status ?? [],
    fulfilledBy: isHeldByAmazon(item, marketplaceId) ? 'amazon' : 'merchant',
    values: readListingValues(item, marketplaceId),
    issues: item.issues
      .map(readListingIssue)
      .filter(({ marketplaceIds }) => marketplaceIds.length === 0 || marketplaceIds.includes(marketplaceId))
      .map(toListingIssue),
    changedAt: summary?.lastUpdatedDate ?? null,
  }
}
