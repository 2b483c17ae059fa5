import { findCatalogItem } from '../catalog/catalog-item.ts'
import { imagesOf } from '../catalog/images.ts'
import { channelsOf, isAmazonChannel } from '../listings/channels.ts'
import { textOf, type Listing } from '../listings/listing.ts'
import { offersOf } from '../listings/offers.ts'
import { statusOf } from '../listings/status.ts'
import type { Seller, AmazonState } from '../world.ts'
import { tabSeparated } from './tab-separated.ts'

type ListingRow = { listing: Listing; marketplaceId: string; facts: Listing['attributes']; isActive: boolean }

const empty = () => ''
const channelOf = ({ listing }: ListingRow) =>
  channelsOf(listing.attributes)[0] ?? { fulfillment_channel_code: 'DEFAULT' }

/** Columns that mean nothing today are still there, and empty. */
const listingColumns: Record<string, (row: ListingRow) => string | number> = {
  'item-name': ({ facts }) => textOf(facts, 'item_name') ?? '',
  'item-description': ({ facts }) => textOf(facts, 'product_description') ?? '',
  'listing-id': empty,
  'seller-sku': ({ listing }) => listing.sku,
  price: ({ listing, marketplaceId }) => offersOf(listing.attributes, marketplaceId)[0]?.price.amount ?? '',
  quantity: (row) => (isAmazonChannel(channelOf(row)) ? '' : Number(channelOf(row)['quantity'] ?? 0)),
  'open-date': ({ listing }) => `${listing.createdAt.slice(0, 19).replace('T', ' ')} UTC`,
  'image-url': ({ facts }) => imagesOf(facts)[0]?.link ?? '',
  'item-is-marketplace': () => 'y',
  'product-id-type': () => 1,
  'zshop-shipping-fee': empty,
  'item-note': empty,
  'item-condition': () => 11,
  'zshop-category1': empty,
  'zshop-browse-path': empty,
  'zshop-storefront-feature': empty,
  asin1: ({ listing }) => listing.asin,
  asin2: empty,
  asin3: empty,
  'will-ship-internationally': empty,
  'expedited-shipping': empty,
  'zshop-boldface': empty,
  'product-id': ({ listing }) => listing.asin,
  'bid-for-featured-placement': empty,
  'add-delete': empty,
  'pending-quantity': () => 0,
  'fulfillment-channel': (row) => String(channelOf(row)['fulfillment_channel_code']),
  'merchant-shipping-group': ({ listing }) => textOf(listing.attributes, 'merchant_shipping_group') ?? '',
  status: ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
}

/** GET_MERCHANT_LISTINGS_ALL_DATA: every listing, whoever fulfils it. Null when there is none. */
export function merchantListings(world: AmazonState, seller: Seller, marketplaceIds: string[]): string | null {
  const rows = marketplaceIds.flatMap((marketplaceId) =>
    Object.values(seller.listings[marketplaceId] ?? {}).map((listing): ListingRow => {
      const facts = findCatalogItem(world.catalog, marketplaceId, listing.asin)?.attributes ?? {}
      const isActive = statusOf(world, seller, marketplaceId, listing).includes('BUYABLE')
      return { listing, marketplaceId, facts, isActive }
    }),
  )
  return rows.length > 0 ? tabSeparated(listingColumns, rows) : null
}
