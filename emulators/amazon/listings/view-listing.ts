import { emptyDictionary } from '../book.ts'
import { findCatalogItem } from '../catalog/catalog-item.ts'
import { imagesOf } from '../catalog/images.ts'
import type { Seller, AmazonState } from '../world.ts'
import { availabilityOf } from './channels.ts'
import { issuesOf, type Listed } from './listed.ts'
import { textOf, type Attributes, type Listing } from './listing.ts'
import { offersOf } from './offers.ts'
import { relationshipsOf } from './relationships.ts'
import { statusOf } from './status.ts'

export const listingData = [
  'summaries',
  'attributes',
  'issues',
  'offers',
  'fulfillmentAvailability',
  'procurement',
  'relationships',
  'productTypes',
] as const
export type ListingData = (typeof listingData)[number]

/** A listing as Amazon tells it, with those parts that were asked for. */
export function viewListing(
  world: AmazonState,
  seller: Seller,
  sku: string,
  listed: Listed,
  included: ListingData[],
): object {
  const parts: Record<ListingData, () => unknown> = {
    summaries: () => listed.map(({ marketplaceId, listing }) => summaryOf(world, seller, marketplaceId, listing)),
    attributes: () => mergeAttributes(listed.map(({ listing }) => listing.attributes)),
    issues: () => issuesOf(listed),
    offers: () => listed.flatMap(({ marketplaceId, listing }) => offersOf(listing.attributes, marketplaceId)),
    fulfillmentAvailability: () => availabilityOf(listed[0]?.listing.attributes ?? {}),
    procurement: () => [],
    relationships: () =>
      listed.map(({ marketplaceId, listing }) => ({
        marketplaceId,
        relationships: relationshipsOf(seller.listings[marketplaceId] ?? emptyDictionary(), listing),
      })),
    productTypes: () =>
      listed.map(({ marketplaceId, listing }) => ({ marketplaceId, productType: listing.productType })),
  }
  const asked = included.length === 0 ? (['summaries'] as const) : included
  return { sku, ...Object.fromEntries(asked.map((part) => [part, parts[part]()])) }
}

function summaryOf(world: AmazonState, seller: Seller, marketplaceId: string, listing: Listing) {
  const facts = findCatalogItem(world.catalog, marketplaceId, listing.asin)?.attributes ?? {}
  const [mainImage] = imagesOf(facts)
  const itemName = textOf(facts, 'item_name')
  const conditionType = textOf(listing.attributes, 'condition_type')
  const fnSku = seller.stock[marketplaceId]?.[listing.sku]?.fnsku
  return {
    marketplaceId,
    asin: listing.asin,
    productType: listing.productType,
    ...(conditionType !== undefined && { conditionType }),
    status: statusOf(world, seller, marketplaceId, listing),
    ...(fnSku !== undefined && { fnSku }),
    ...(itemName !== undefined && { itemName }),
    createdDate: listing.createdAt,
    lastUpdatedDate: listing.updatedAt,
    ...(mainImage && { mainImage: { link: mainImage.link, height: mainImage.height, width: mainImage.width } }),
  }
}

function mergeAttributes(all: Attributes[]): Attributes {
  const names = new Set(all.flatMap((attributes) => Object.keys(attributes)))
  return Object.fromEntries([...names].map((name) => [name, all.flatMap((attributes) => attributes[name] ?? [])]))
}
