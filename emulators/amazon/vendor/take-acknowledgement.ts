import type { PurchaseOrder, PurchaseOrderItem, VendorRecords } from './book.ts'
import type { AcknowledgedItem, Acknowledgement } from './requests/acknowledgements.ts'

/** All of an acknowledgement counts, or none of it. */
export function applyAcknowledgement(vendor: VendorRecords, sent: Acknowledgement, at: string): string[] {
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
  const said = countOf(item, () => true)
  const ordered = line.orderedQuantity.amount
  return said === ordered ? [] : [`${said} of ${name} are acknowledged, but ${ordered} were ordered.`]
}

type Code = AcknowledgedItem['itemAcknowledgements'][number]['acknowledgementCode']

const isAccepted = (code: Code) => code !== 'Rejected'
const isRejected = (code: Code) => code === 'Rejected'

function countOf(item: AcknowledgedItem, includes: (code: Code) => boolean): number {
  return item.itemAcknowledgements
    .filter(({ acknowledgementCode }) => includes(acknowledgementCode))
    .reduce((sum, { acknowledgedQuantity }) => sum + (acknowledgedQuantity.amount ?? 0), 0)
}
