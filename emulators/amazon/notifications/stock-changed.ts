import type { Seller, AmazonState } from '../world.ts'
import { publish } from './publish.ts'

/** Tells the subscribers what the warehouses now hold of a SKU, in every marketplace that has it. */
export function publishStockChange(world: AmazonState, seller: Seller, sku: string, at: string): void {
  const held = seller.marketplaceIds.flatMap((marketplaceId) => {
    const stock = seller.stock[marketplaceId]?.[sku]
    return stock ? [{ marketplaceId, stock }] : []
  })
  const [first] = held
  if (!first) return
  const payload = {
    SellerId: seller.id,
    FNSKU: first.stock.fnsku,
    ASIN: first.stock.asin,
    SKU: sku,
    FulfillmentInventoryByMarketplace: held.map(({ marketplaceId, stock }) => ({
      MarketplaceId: marketplaceId,
      ItemName: stock.title,
      FulfillmentInventory: {
        InboundQuantityBreakdown: {
          Working: stock.inboundWorking,
          Shipped: stock.inboundShipped,
          Receiving: stock.inboundReceiving,
        },
        Fulfillable: stock.fulfillable,
        Unfulfillable: 0,
        Researching: 0,
        ReservedQuantityBreakdown: {
          WarehouseProcessing: 0,
          WarehouseTransfer: 0,
          PendingCustomerOrder: stock.reserved,
        },
        FutureSupplyBuyable: 0,
        PendingCustomerOrderInTransit: 0,
      },
      Stores: [],
    })),
  }
  publish(world, seller, 'FBA_INVENTORY_AVAILABILITY_CHANGES', payload, at)
}
