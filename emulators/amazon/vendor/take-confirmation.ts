import type { PurchaseOrder, VendorRecords } from './book.ts'
import type { ShipmentConfirmation, ShippedItem } from './requests/confirmations.ts'

const year = 365 * 24 * 60 * 60 * 1000

/** Here a shipment arrives the moment it is confirmed: what it brings is received, and an order that is full is closed. */
export function applyConfirmation(vendor: VendorRecords, sent: ShipmentConfirmation, at: string): string[] {
  const id = sent.shipmentIdentifier
  const before = vendor.confirmations[id]
  const isRecent = before !== undefined && new Date(at).getTime() - new Date(before.confirmedAt).getTime() < year
  if (sent.shipmentConfirmationType === 'Original' && isRecent) return [`The shipment ${id} was confirmed before.`]
  if (sent.shipmentConfirmationType === 'Replace' && !before) return [`The shipment ${id} was never confirmed.`]
  const orders = sent.shippedItems.map((item) => ({ item, order: findPurchaseOrder(vendor, item) }))
  const unknown = orders.find(({ order }) => !order)
  if (unknown) return [`The purchase order of item ${unknown.item.itemSequenceNumber} of ${id} does not exist.`]
  vendor.confirmations[id] = { confirmedAt: at }
  // One that replaces another corrects its paper, not what has arrived.
  if (before) return []
  for (const { item, order } of orders) if (order) receive(order, item, at)
  return []
}

const findPurchaseOrder = (vendor: VendorRecords, item: ShippedItem) =>
  vendor.purchaseOrders[item.itemDetails?.purchaseOrderNumber ?? '']

function receive(order: PurchaseOrder, item: ShippedItem, at: string): void {
  const line = order.items.find(
    (one) =>
      one.amazonProductIdentifier === item.amazonProductIdentifier ||
      one.vendorProductIdentifier === item.vendorProductIdentifier ||
      Number(one.itemSequenceNumber) === Number(item.itemSequenceNumber),
  )
  if (!line) return
  line.received = { at, amount: (line.received?.amount ?? 0) + item.shippedQuantity.amount }
  if (!order.items.every(isFulfilled)) return
  order.state = 'Closed'
  order.stateChangedAt = at
}

const isFulfilled = ({ orderedQuantity, received, acknowledged }: PurchaseOrder['items'][number]) =>
  (received?.amount ?? 0) + (acknowledged?.rejected ?? 0) >= orderedQuantity.amount
