import type { Answer, Call } from '../operation.ts'
import { parametersOf, type Parameters } from '../parameters.ts'
import type { PurchaseOrder, PurchaseOrderItem, Quantity } from './book.ts'
import { notFound, pageOrders } from './purchase-orders.ts'
import { lastWeek, readTimeFrame } from './time-frame.ts'
import { getVendorOrThrow } from './vendor-of.ts'

const confirmationStatuses = ['ACCEPTED', 'PARTIALLY_ACCEPTED', 'REJECTED', 'UNCONFIRMED'] as const
const receiveStatuses = ['NOT_RECEIVED', 'PARTIALLY_RECEIVED', 'RECEIVED'] as const

export function getPurchaseOrdersStatus(call: Call): Answer {
  const parameters = parametersOf(call.query, 'InvalidRequest')
  const orders = selectOrdersForStatus(call, parameters).filter(readStatusFilter(parameters))
  const { page, pagination } = pageOrders(orders, parameters)
  return { status: 200, body: { payload: { ...pagination, ordersStatus: page.map(describeOrderStatus) } } }
}

/** One by its number, or those of a time. */
function selectOrdersForStatus(call: Call, parameters: Parameters): PurchaseOrder[] {
  const orders = getVendorOrThrow(call).purchaseOrders
  const number = parameters.text('purchaseOrderNumber')
  const created = readTimeFrame(parameters, 'created', call.now)
  const updated = readTimeFrame(parameters, 'updated', call.now)
  if (number) {
    const order = orders[number]
    if (!order) throw notFound(number)
    return [order]
  }
  const isIncluded = created ?? (updated ? () => true : lastWeek(call.now))
  return Object.values(orders).filter((order) => isIncluded(order.placedAt) && (!updated || updated(lastUpdate(order))))
}

function readStatusFilter(parameters: Parameters): (order: PurchaseOrder) => boolean {
  const status = parameters.choice('purchaseOrderStatus', ['OPEN', 'CLOSED'])
  const confirmation = parameters.choice('itemConfirmationStatus', confirmationStatuses)
  const receive = parameters.choice('itemReceiveStatus', receiveStatuses)
  const vendorCode = parameters.text('orderingVendorCode')
  const shipTo = parameters.text('shipToPartyId')
  return (order) =>
    (!status || statusOf(order) === status) &&
    (!confirmation || order.items.some((item) => confirmationOf(item) === confirmation)) &&
    (!receive || order.items.some((item) => receiptOf(item) === receive)) &&
    (!vendorCode || order.sellingParty === vendorCode) &&
    (!shipTo || order.shipToParty === shipTo)
}

function describeOrderStatus(order: PurchaseOrder): object {
  return {
    purchaseOrderNumber: order.number,
    purchaseOrderStatus: statusOf(order),
    purchaseOrderDate: order.placedAt,
    lastUpdatedDate: lastUpdate(order),
    sellingParty: { partyId: order.sellingParty },
    shipToParty: { partyId: order.shipToParty },
    itemStatus: order.items.map((item) => describeItemStatus(order, item)),
  }
}

function describeItemStatus(order: PurchaseOrder, item: PurchaseOrderItem): object {
  const units = (amount: number): Quantity => ({ ...item.orderedQuantity, amount })
  const { acknowledged, received } = item
  const accepted = units(acknowledged?.accepted ?? 0)
  const rejected = units(acknowledged?.rejected ?? 0)
  const said = { acceptedQuantity: accepted, rejectedQuantity: rejected }
  return {
    itemSequenceNumber: item.itemSequenceNumber,
    buyerProductIdentifier: item.amazonProductIdentifier,
    vendorProductIdentifier: item.vendorProductIdentifier,
    netCost: item.netCost,
    listPrice: item.listPrice,
    orderedQuantity: {
      orderedQuantity: item.orderedQuantity,
      orderedQuantityDetails: [
        { updatedDate: order.changedAt ?? order.placedAt, orderedQuantity: item.orderedQuantity },
      ],
    },
    acknowledgementStatus: {
      confirmationStatus: confirmationOf(item),
      ...said,
      ...(acknowledged ? { acknowledgementStatusDetails: [{ acknowledgementDate: acknowledged.at, ...said }] } : {}),
    },
    receivingStatus: {
      receiveStatus: receiptOf(item),
      receivedQuantity: units(received?.amount ?? 0),
      ...(received ? { lastReceiveDate: received.at } : {}),
    },
  }
}

const statusOf = ({ state }: PurchaseOrder) => (state === 'Closed' ? 'CLOSED' : 'OPEN')

function confirmationOf({ acknowledged, orderedQuantity }: PurchaseOrderItem): (typeof confirmationStatuses)[number] {
  if (!acknowledged) return 'UNCONFIRMED'
  if (acknowledged.accepted === 0) return 'REJECTED'
  return acknowledged.accepted < orderedQuantity.amount ? 'PARTIALLY_ACCEPTED' : 'ACCEPTED'
}

function receiptOf({ received, orderedQuantity }: PurchaseOrderItem): (typeof receiveStatuses)[number] {
  if (!received) return 'NOT_RECEIVED'
  return received.amount < orderedQuantity.amount ? 'PARTIALLY_RECEIVED' : 'RECEIVED'
}

function lastUpdate(order: PurchaseOrder): string {
  const receipts = order.items.flatMap(({ received }) => (received ? [received.at] : []))
  return [order.placedAt, order.changedAt ?? '', order.stateChangedAt, ...receipts].sort().at(-1) ?? order.placedAt
}
