import { emptyDictionary } from '../dictionary.ts'
import type {
  AcknowledgedItem,
  Acknowledgement,
  InventoryUpdate,
  Shipment,
  ShipmentConfirmation,
  ShippedItem,
} from './requests.ts'
import type { PurchaseOrder, PurchaseOrderItem, Task, VendorRecords } from './vendor-records.ts'

/** Processes due submissions in order. */
export function processTransactions(vendor: VendorRecords, now: Date): void {
  const until = now.toISOString()
  for (const transaction of Object.values(vendor.transactions)) {
    if (transaction.isDone || transaction.doneAt > until) continue
    transaction.isDone = true
    transaction.errors = runTask(vendor, transaction.task, transaction.doneAt).map((message) => ({
      code: 'InvalidInput',
      message,
    }))
  }
}

/** Returns the problems; empty on success. */
function runTask(vendor: VendorRecords, task: Task, at: string): string[] {
  switch (task.kind) {
    case 'acknowledgements':
      return task.sent.flatMap((one) => applyAcknowledgement(vendor, one, at))
    case 'confirmations':
      return task.sent.flatMap((one) => applyConfirmation(vendor, one, at))
    case 'shipments':
      return task.sent.flatMap((one) => applyShipment(vendor, one, at))
    case 'inventory':
      return applyInventory(vendor, task.warehouseId, task.sent, at)
  }
}

/** Applies an acknowledgement as a whole, or not at all. */
function applyAcknowledgement(vendor: VendorRecords, sent: Acknowledgement, at: string): string[] {
  const order = vendor.purchaseOrders[sent.purchaseOrderNumber]
  if (!order) return [`The purchase order ${sent.purchaseOrderNumber} does not exist.`]
  if (order.state === 'Closed') return [`The purchase order ${order.number} is closed.`]
  if (sent.sellingParty.partyId !== order.sellingParty) return [`The selling party of ${order.number} is another.`]
  const matches = sent.items.map((item) => ({ item, line: findLine(order, item) }))
  const problems = matches.flatMap(({ item, line }) => findProblems(item, line))
  if (problems.length > 0) return problems.map((problem) => `${order.number}: ${problem}`)
  for (const { item, line } of matches) {
    if (line) line.acknowledged = { at, accepted: countOf(item, isAccepted), rejected: countOf(item, isRejected) }
  }
  order.state = 'Acknowledged'
  order.stateChangedAt = at
  return []
}

function findLine(order: PurchaseOrder, item: AcknowledgedItem): PurchaseOrderItem | undefined {
  return order.items.find(
    (line) =>
      line.itemSequenceNumber === item.itemSequenceNumber ||
      line.amazonProductIdentifier === item.amazonProductIdentifier ||
      line.vendorProductIdentifier === item.vendorProductIdentifier,
  )
}

function findProblems(item: AcknowledgedItem, line: PurchaseOrderItem | undefined): string[] {
  const name = item.vendorProductIdentifier ?? item.amazonProductIdentifier ?? item.itemSequenceNumber ?? 'an item'
  if (!line) return [`${name} was not ordered.`]
  if (Number(item.netCost?.amount ?? 0) <= 0) return [`${name} has no net cost.`]
  const acknowledged = countOf(item, () => true)
  const ordered = line.orderedQuantity.amount
  return acknowledged === ordered ? [] : [`${acknowledged} of ${name} are acknowledged, but ${ordered} were ordered.`]
}

type Code = AcknowledgedItem['itemAcknowledgements'][number]['acknowledgementCode']

const isAccepted = (code: Code) => code !== 'Rejected'

const isRejected = (code: Code) => code === 'Rejected'

function countOf(item: AcknowledgedItem, includes: (code: Code) => boolean): number {
  return item.itemAcknowledgements
    .filter(({ acknowledgementCode }) => includes(acknowledgementCode))
    .reduce((sum, { acknowledgedQuantity }) => sum + (acknowledgedQuantity.amount ?? 0), 0)
}

const year = 365 * 24 * 60 * 60 * 1000

/** Applies a shipment confirmation. The shipment counts as received at once, and a complete order is closed. */
function applyConfirmation(vendor: VendorRecords, sent: ShipmentConfirmation, at: string): string[] {
  const id = sent.shipmentIdentifier
  const before = vendor.confirmations[id]
  const isRecent = before !== undefined && new Date(at).getTime() - new Date(before.confirmedAt).getTime() < year
  if (sent.shipmentConfirmationType === 'Original' && isRecent) return [`The shipment ${id} was confirmed before.`]
  if (sent.shipmentConfirmationType === 'Replace' && !before) return [`The shipment ${id} was never confirmed.`]
  const orders = sent.shippedItems.map((item) => ({ item, order: findPurchaseOrder(vendor, item) }))
  const unknown = orders.find(({ order }) => !order)
  if (unknown) return [`The purchase order of item ${unknown.item.itemSequenceNumber} of ${id} does not exist.`]
  vendor.confirmations[id] = { confirmedAt: at }
  // A replacement corrects the document, not the received quantities.
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

function applyShipment(vendor: VendorRecords, sent: Shipment, at: string): string[] {
  const id = sent.vendorShipmentIdentifier
  const known = vendor.shipments[id]
  if (sent.transactionType === 'Cancel') {
    if (!known) return [`The shipment ${id} does not exist.`]
    delete vendor.shipments[id]
    return []
  }
  if (known) return [`The shipment ${id} exists already.`]
  vendor.shipments[id] = { asked: sent, createdAt: at }
  return []
}

/** A full update sets unlisted items to 0. */
function applyInventory(vendor: VendorRecords, warehouseId: string, sent: InventoryUpdate, at: string): string[] {
  if (sent.sellingParty.partyId !== vendor.vendorCode) return [`${sent.sellingParty.partyId} is not this vendor.`]
  const warehouse = (vendor.warehouses[warehouseId] ??= emptyDictionary())
  if (sent.isFullUpdate) {
    for (const item of Object.values(warehouse)) Object.assign(item, { amount: 0, updatedAt: at })
  }
  for (const { buyerProductIdentifier, vendorProductIdentifier, availableQuantity, isObsolete } of sent.items) {
    warehouse[vendorProductIdentifier ?? buyerProductIdentifier ?? ''] = {
      buyerProductIdentifier,
      vendorProductIdentifier,
      amount: isObsolete ? 0 : (availableQuantity.amount ?? 0),
      isObsolete: isObsolete ?? false,
      updatedAt: at,
    }
  }
  return []
}
