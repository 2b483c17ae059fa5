import type { PurchaseOrder, PurchaseOrderItem, VendorRecords } from './vendor-records.ts'

type OrderedItem = {
  asin: string
  vendorProductIdentifier: string
  quantity: number
  netCost: string
  currencyCode: string
}

const day = 24 * 60 * 60 * 1000

/** Places a purchase order of Amazon, for the control plane and tests. */
export function placePurchaseOrder(
  vendor: VendorRecords,
  order: { number: string; shipToParty: string; items: OrderedItem[] },
  now: Date,
): PurchaseOrder {
  const at = now.toISOString()
  const placed: PurchaseOrder = {
    number: order.number,
    state: 'New',
    placedAt: at,
    changedAt: null,
    stateChangedAt: at,
    type: 'RegularOrder',
    sellingParty: vendor.vendorCode,
    shipToParty: order.shipToParty,
    shipWindow: { from: at, to: new Date(now.getTime() + 7 * day).toISOString() },
    items: order.items.map(describeItem),
  }
  vendor.purchaseOrders[order.number] = placed
  return placed
}

/** Changes the ordered quantity; 0 cancels the item. False when there is no such item. */
export function changeOrderedQuantity(
  order: PurchaseOrder,
  sequenceNumber: string,
  amount: number,
  now: Date,
): boolean {
  const item = order.items.find(({ itemSequenceNumber }) => itemSequenceNumber === sequenceNumber)
  if (!item) return false
  item.orderedQuantity = { ...item.orderedQuantity, amount }
  order.changedAt = now.toISOString()
  return true
}

function describeItem(item: OrderedItem, index: number): PurchaseOrderItem {
  const cost = { currencyCode: item.currencyCode, amount: item.netCost }
  return {
    itemSequenceNumber: String(index + 1),
    amazonProductIdentifier: item.asin,
    vendorProductIdentifier: item.vendorProductIdentifier,
    orderedQuantity: { amount: item.quantity, unitOfMeasure: 'Eaches', unitSize: 1 },
    isBackOrderAllowed: false,
    netCost: cost,
    listPrice: cost,
    acknowledged: null,
    received: null,
  }
}
