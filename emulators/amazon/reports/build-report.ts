import { findCatalogItem, imagesOf } from '../catalog/catalog-item.ts'
import { storeDocument } from '../documents/document-store.ts'
import { type Stock, totalUnits } from '../inventory/stock.ts'
import type { Report } from '../jobs/job.ts'
import {
  channelsOf,
  findListing,
  type Instance,
  isAmazonChannel,
  type Listing,
  offersOf,
  textOf,
} from '../listings/listing.ts'
import { statusOf } from '../listings/view-listing.ts'
import type { AmazonState, Seller } from '../state.ts'

/** Builds a report from the current state. An empty one is cancelled, as at Amazon. */
export function finishReport(state: AmazonState, seller: Seller, report: Report): void {
  const content = buildContent(state, seller, report)
  report.outcome = content === null ? 'CANCELLED' : 'DONE'
  if (content === null) return
  const contentType = 'text/plain; charset=UTF-8'
  report.documentId = storeDocument(state.documents, {
    sellerId: seller.id,
    contentType,
    content,
    isCompressed: true,
  }).id
}

function buildContent(state: AmazonState, seller: Seller, { type, marketplaceIds }: Report): string | null {
  switch (type) {
    case 'GET_MERCHANT_LISTINGS_ALL_DATA':
      return merchantListings(state, seller, marketplaceIds)
    case 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA':
      return fbaInventory(seller, marketplaceIds)
    default:
      return null
  }
}

type ListingRow = { listing: Listing; marketplaceId: string; facts: Listing['attributes']; isActive: boolean }

const empty = () => ''

const channelOf = ({ listing }: ListingRow) =>
  channelsOf(listing.attributes)[0] ?? { fulfillment_channel_code: 'DEFAULT' }

/** Obsolete columns are present and empty, as at Amazon. */
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

/** GET_MERCHANT_LISTINGS_ALL_DATA: all listings of any channel. Null when there are none. */
function merchantListings(state: AmazonState, seller: Seller, marketplaceIds: string[]): string | null {
  const rows = marketplaceIds.flatMap((marketplaceId) =>
    Object.values(seller.listings[marketplaceId] ?? {}).map((listing): ListingRow => {
      const facts = findCatalogItem(state.catalog, marketplaceId, listing.asin)?.attributes ?? {}
      const isActive = statusOf(state, seller, marketplaceId, listing).includes('BUYABLE')
      return { listing, marketplaceId, facts, isActive }
    }),
  )
  return rows.length > 0 ? tabSeparated(listingColumns, rows) : null
}

type InventoryRow = { stock: Stock; price: string; ownChannel: Instance | undefined }

const zero = () => 0

const inventoryColumns: Record<string, (row: InventoryRow) => string | number> = {
  sku: ({ stock }) => stock.sku,
  fnsku: ({ stock }) => stock.fnsku,
  asin: ({ stock }) => stock.asin,
  'product-name': ({ stock }) => stock.title,
  condition: ({ stock }) => stock.condition,
  'your-price': ({ price }) => price,
  'mfn-listing-exists': ({ ownChannel }) => (ownChannel ? 'Yes' : 'No'),
  'mfn-fulfillable-quantity': ({ ownChannel }) => (ownChannel ? Number(ownChannel['quantity'] ?? 0) : ''),
  'afn-listing-exists': () => 'Yes',
  'afn-warehouse-quantity': ({ stock }) => stock.fulfillable + stock.reserved,
  'afn-fulfillable-quantity': ({ stock }) => stock.fulfillable,
  'afn-unsellable-quantity': zero,
  'afn-reserved-quantity': ({ stock }) => stock.reserved,
  'afn-total-quantity': ({ stock }) => totalUnits(stock),
  'per-unit-volume': () => '0.00',
  'afn-inbound-working-quantity': ({ stock }) => stock.inboundWorking,
  'afn-inbound-shipped-quantity': ({ stock }) => stock.inboundShipped,
  'afn-inbound-receiving-quantity': ({ stock }) => stock.inboundReceiving,
  'afn-researching-quantity': zero,
  'afn-reserved-future-supply': zero,
  'afn-future-supply-buyable': zero,
}

/** GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA: stock in Amazon's warehouses. Null when there is none. */
function fbaInventory(seller: Seller, marketplaceIds: string[]): string | null {
  const rows = marketplaceIds.flatMap((marketplaceId) =>
    Object.values(seller.stock[marketplaceId] ?? {}).map((stock): InventoryRow => {
      const attributes = findListing(seller.listings, marketplaceId, stock.sku)?.attributes ?? {}
      const price = offersOf(attributes, marketplaceId)[0]?.price.amount ?? ''
      return { stock, price, ownChannel: channelsOf(attributes).find((channel) => !isAmazonChannel(channel)) }
    }),
  )
  return rows.length > 0 ? tabSeparated(inventoryColumns, rows) : null
}

/** Writes a tab-separated table. Tabs and line breaks in values become spaces. */
function tabSeparated<Row>(columns: Record<string, (row: Row) => string | number>, rows: Row[]): string {
  const cells = Object.values(columns)
  const lines = rows.map((row) => cells.map((cell) => flatten(cell(row))).join('\t'))
  return [Object.keys(columns).join('\t'), ...lines, ''].join('\n')
}

const flatten = (value: string | number) => String(value).replaceAll(/[\t\r\n]+/g, ' ')
