import type { Listing } from '../listings/listing.ts'
import { offerOnly } from '../product-types/offer-attributes.ts'
import { findCatalogItem, type CatalogRecords } from './catalog-item.ts'
import { emptyDictionary } from '../book.ts'

/** What a seller says about a product goes onto its page, unless the page is somebody else's. */
export function contributeFacts(book: CatalogRecords, sellerId: string, marketplaceId: string, listing: Listing): void {
  const facts = Object.fromEntries(Object.entries(listing.attributes).filter(([name]) => !offerOnly.has(name)))
  const item = findCatalogItem(book, marketplaceId, listing.asin)
  if (item && item.contributorId !== sellerId) return
  const items = (book[marketplaceId] ??= emptyDictionary())
  items[listing.asin] = {
    asin: listing.asin,
    productType: listing.productType,
    attributes: { ...item?.attributes, ...facts },
    contributorId: sellerId,
    needsApproval: item?.needsApproval ?? false,
  }
}
