import { totalUnits, type Stock } from './stock.ts'

/** A SKU as Amazon tells of it; without details there are no quantities but the total. */
export function presentSummary(stock: Stock, hasDetails: boolean): object {
  return {
    asin: stock.asin,
    fnSku: stock.fnsku,
    sellerSku: stock.sku,
    condition: stock.condition,
    ...(hasDetails ? { inventoryDetails: presentDetails(stock) } : {}),
    lastUpdatedTime: stock.changedAt,
    productName: stock.title,
    totalQuantity: totalUnits(stock),
    stores: [],
  }
}

const presentDetails = (stock: Stock) => ({
  fulfillableQuantity: stock.fulfillable,
  inboundWorkingQuantity: stock.inboundWorking,
  inboundShippedQuantity: stock.inboundShipped,
  inboundReceivingQuantity: stock.inboundReceiving,
  reservedQuantity: {
    totalReservedQuantity: stock.reserved,
    pendingCustomerOrderQuantity: stock.reserved,
    pendingTransshipmentQuantity: 0,
    fcProcessingQuantity: 0,
  },
  researchingQuantity: {
    totalResearchingQuantity: 0,
    researchingQuantityBreakdown: researchSpans.map((name) => ({ name, quantity: 0 })),
  },
  unfulfillableQuantity: {
    totalUnfulfillableQuantity: 0,
    customerDamagedQuantity: 0,
    warehouseDamagedQuantity: 0,
    distributorDamagedQuantity: 0,
    carrierDamagedQuantity: 0,
    defectiveQuantity: 0,
    expiredQuantity: 0,
  },
})

const researchSpans = [
  'researchingQuantityInShortTerm',
  'researchingQuantityInMidTerm',
  'researchingQuantityInLongTerm',
]
