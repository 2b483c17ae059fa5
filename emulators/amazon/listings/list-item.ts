import { contributeFacts } from '../catalog/catalog-item.ts'
import { emptyDictionary } from '../dictionary.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import type { AmazonState, Seller } from '../state.ts'
import { completeAttributes } from './apply-change.ts'
import { amazonChannel, type Attributes, findListing, type Instance } from './listing.ts'

/** Adds an item to the catalogue and the seller's listings at once, without validation or queue. */
export function listItem(state: AmazonState, seller: Seller, marketplaceId: string, item: Item, now: Date): void {
  const { sku, asin, productType = 'PRODUCT', needsApproval } = item
  const updatedAt = now.toISOString()
  const createdAt = findListing(seller.listings, marketplaceId, sku)?.createdAt ?? updatedAt
  const attributes = completeAttributes(attributesOf(item, marketplaceId), marketplaceId)
  const listing = { sku, asin, productType, attributes, createdAt, updatedAt }
  const listings = (seller.listings[marketplaceId] ??= emptyDictionary())
  listings[sku] = listing
  contributeFacts(state.catalog, seller.id, marketplaceId, listing)
  const page = state.catalog[marketplaceId]?.[asin]
  if (page && needsApproval !== undefined) page.needsApproval = needsApproval
}

/** Removes the listing; the catalogue item stays. */
export function unlistItem(seller: Seller, marketplaceId: string, sku: string): void {
  const listings = seller.listings[marketplaceId]
  if (listings) delete listings[sku]
}

function attributesOf(item: Item, marketplaceId: string): Attributes {
  const { title, brand, bullets = [], description, dimensions, weight, images = [], barcode } = item
  const [mainImage, ...otherImages] = images.slice(0, 9).map((link) => [{ media_location: link }])
  const others = otherImages.map((image, index) => [`other_product_image_locator_${index + 1}`, image])
  return withoutEmpty({
    item_name: [{ value: title }],
    brand: each(brand, (value) => ({ value })),
    bullet_point: bullets.map((value) => ({ value })),
    product_description: each(description, (value) => ({ value })),
    externally_assigned_product_identifier: each(barcode, ({ type, value }) => ({ type, value })),
    condition_type: [{ value: 'new_new' }],
    purchasable_offer: offerOf(item, marketplaceId),
    fulfillment_availability: [channelOf(item, marketplaceId)],
    main_product_image_locator: mainImage ?? [],
    ...(Object.fromEntries(others) as Attributes),
    item_dimensions: each(dimensions, ({ length, width, height, unit }) => ({
      length: { value: length, unit },
      width: { value: width, unit },
      height: { value: height, unit },
    })),
    item_weight: each(weight, ({ value, unit }) => ({ value, unit })),
  })
}

function offerOf({ price, currency }: Item, marketplaceId: string): Instance[] {
  return each(price, (value) => ({
    currency: currency ?? findMarketplace(marketplaceId)?.currency ?? 'USD',
    our_price: [{ schedule: [{ value_with_tax: value }] }],
  }))
}

function channelOf({ fulfilledBy, quantity = 0 }: Item, marketplaceId: string): Instance {
  if (fulfilledBy === 'amazon') return { fulfillment_channel_code: amazonChannel(marketplaceId) }
  return { fulfillment_channel_code: 'DEFAULT', quantity }
}

const each = <Value>(value: Value | undefined, toInstance: (value: Value) => Instance): Instance[] =>
  value === undefined ? [] : [toInstance(value)]

const withoutEmpty = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, instances]) => instances.length > 0))

/** An item in short form, for tests and the demo. */
export type Item = {
  sku: string
  asin: string
  title: string
  /** PRODUCT by default. */
  productType?: string
  brand?: string
  bullets?: string[]
  description?: string
  barcode?: { type: 'ean' | 'gtin' | 'isbn' | 'jan' | 'upc'; value: string }
  /** Currency: the marketplace's by default. Without a price there is no offer. */
  price?: number
  currency?: string
  /** Links: the main image and up to eight others. */
  images?: string[]
  dimensions?: { length: number; width: number; height: number; unit: 'inches' | 'centimeters' }
  weight?: { value: number; unit: 'pounds' | 'kilograms' }
  fulfilledBy: 'amazon' | 'merchant'
  /** Units in the merchant's own stock; Amazon's are in `seller.stock`. */
  quantity?: number
  /** Other sellers need Amazon's approval to offer it. */
  needsApproval?: boolean
}
