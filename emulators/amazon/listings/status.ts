import { findCatalogItem } from '../catalog/catalog-item.ts'
import type { Seller, AmazonState } from '../world.ts'
import { channelsOf, isAmazonChannel } from './channels.ts'
import { textOf, type Listing } from './listing.ts'
import { offersOf } from './offers.ts'

export const statuses = ['BUYABLE', 'DISCOVERABLE'] as const
export type Status = (typeof statuses)[number]

/** Whether buyers can find it, and whether they can buy it from this seller right now. */
export function statusOf(world: AmazonState, seller: Seller, marketplaceId: string, listing: Listing): Status[] {
  const item = findCatalogItem(world.catalog, marketplaceId, listing.asin)
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
