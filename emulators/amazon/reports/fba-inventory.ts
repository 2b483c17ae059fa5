import { totalUnits, type Stock } from '../inventory/stock.ts'
import { channelsOf, isAmazonChannel } from '../listings/channels.ts'
import { findListing, type Instance } from '../listings/listing.ts'
import { offersOf } from '../listings/offers.ts'
import type { Seller } from '../world.ts'
import { tabSeparated } from './tab-separated.ts'

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

/** GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA: what Amazon's warehouses hold. Null when they hold nothing. */
export function fbaInventory(seller: Seller, marketplaceIds: string[]): string | null {
  const rows = marketplaceIds.flatMap((marketplaceId) =>
    Object.values(seller.stock[marketplaceId] ?? {}).map((stock): InventoryRow => {
      const attributes = findListing(seller.listings, marketplaceId, stock.sku)?.attributes ?? {}
      const price = offersOf(attributes, marketplaceId)[0]?.price.amount ?? ''
      return { stock, price, ownChannel: channelsOf(attributes).find((channel) => !isAmazonChannel(channel)) }
    }),
  )
  return rows.length > 0 ? tabSeparated(inventoryColumns, rows) : null
}
