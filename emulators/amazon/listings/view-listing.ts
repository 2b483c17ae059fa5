import { findCatalogItem, imagesOf } from '../catalog/catalog-item.ts'
import { emptyDictionary } from '../dictionary.ts'
import type { AmazonState, Seller } from '../state.ts'
import { checkAttributes } from './check-change.ts'
import type { Issue } from './issues.ts'
import {
  type Attributes,
  availabilityOf,
  channelsOf,
  findListing,
  isAmazonChannel,
  type Listing,
  offersOf,
  relationshipsOf,
  textOf,
} from './listing.ts'

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

type ListingData = (typeof listingData)[number]

/** A listing in Amazon's format with the requested parts. */
export function viewListing(
  state: AmazonState,
  seller: Seller,
  sku: string,
  listed: Listed,
  included: ListingData[],
): object {
  const parts: Record<ListingData, () => unknown> = {
    summaries: () => listed.map(({ marketplaceId, listing }) => summaryOf(state, seller, marketplaceId, listing)),
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
  const requested = included.length === 0 ? (['summaries'] as const) : included
  return { sku, ...Object.fromEntries(requested.map((part) => [part, parts[part]()])) }
}

function summaryOf(state: AmazonState, seller: Seller, marketplaceId: string, listing: Listing) {
  const facts = findCatalogItem(state.catalog, marketplaceId, listing.asin)?.attributes ?? {}
  const [mainImage] = imagesOf(facts)
  const itemName = textOf(facts, 'item_name')
  const conditionType = textOf(listing.attributes, 'condition_type')
  const fnSku = seller.stock[marketplaceId]?.[listing.sku]?.fnsku
  return {
    marketplaceId,
    asin: listing.asin,
    productType: listing.productType,
    ...(conditionType !== undefined && { conditionType }),
    status: statusOf(state, seller, marketplaceId, listing),
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

/** One SKU in all marketplaces that list it. */
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

export const statuses = ['BUYABLE', 'DISCOVERABLE'] as const

type Status = (typeof statuses)[number]

/** DISCOVERABLE when buyers can find it, BUYABLE when this seller has an offer and stock. */
export function statusOf(state: AmazonState, seller: Seller, marketplaceId: string, listing: Listing): Status[] {
  const item = findCatalogItem(state.catalog, marketplaceId, listing.asin)
  if (!item || textOf(item.attributes, 'item_name') === undefined) return []
  const isOffered = offersOf(listing.attributes, marketplaceId).some(({ offerType }) => offerType === 'B2C')
  return isOffered && isInStock(seller, marketplaceId, listing) ? ['BUYABLE', 'DISCOVERABLE'] : ['DISCOVERABLE']
}

function isInStock(seller: Seller, marketplaceId: string, { sku, attributes }: Listing): boolean {
  const atAmazon = seller.stock[marketplaceId]?.[sku]?.fulfillable ?? 0
  return channelsOf(attributes).some((channel) =>
    isAmazonChannel(channel) ? atAmazon > 0 : Number(channel['quantity'] ?? 0) > 0,
  )
}
