import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { type Parameters, parametersOf } from '../request-input.ts'
import { getVendorOrThrow, lastWeek, pageByTime, readTimeFrame } from './list-parameters.ts'
import type { PurchaseOrder, PurchaseOrderItem, Quantity } from './vendor-records.ts'

export function getPurchaseOrder(call: Call): Answer {
  const number = call.params['purchaseOrderNumber'] ?? ''
  if (!/^[A-Za-z0-9]{8}$/.test(number)) {
    throw new Refusal(400, 'InvalidRequest', 'Request is missing or has invalid parameters', 'purchaseOrderNumber')
  }
  const order = getVendorOrThrow(call).purchaseOrders[number]
  if (!order) throw notFound(number)
  return { status: 200, body: { payload: describePurchaseOrder(order) } }
}

export function getPurchaseOrders(call: Call): Answer {
  const parameters = parametersOf(call.query, 'InvalidRequest')
  const orders = selectOrders(call, parameters).filter(readFilter(parameters))
  const { page, pagination } = pageOrders(orders, parameters)
  const isWhole = parameters.choice('includeDetails', ['true', 'false']) !== 'false'
  const described = page.map((order) => {
    return isWhole
      ? describePurchaseOrder(order)
      : { purchaseOrderNumber: order.number, purchaseOrderState: order.state }
  })
  return { status: 200, body: { payload: { ...pagination, orders: described } } }
}

/** Orders created or changed in the given time range; by default created in the last week. */
function selectOrders(call: Call, parameters: Parameters): PurchaseOrder[] {
  const created = readTimeFrame(parameters, 'created', call.now)
  const changed = readTimeFrame(parameters, 'changed', call.now)
  const isIncluded = created ?? (changed ? () => true : lastWeek(call.now))
  return Object.values(getVendorOrThrow(call).purchaseOrders).filter(
    (order) => isIncluded(order.placedAt) && (!changed || changed(order.changedAt)),
  )
}

function pageOrders(orders: PurchaseOrder[], parameters: Parameters) {
  return pageByTime(orders, parameters, {
    keyOf: ({ number }) => number,
    timeOf: ({ placedAt }) => placedAt,
    most: 100,
  })
}

const notFound = (number: string) => new Refusal(404, 'NotFound', `The purchase order ${number} does not exist.`)

function readFilter(parameters: Parameters): (order: PurchaseOrder) => boolean {
  const isChanged = parameters.choice('isPOChanged', ['true', 'false']) === 'true'
  const isCancelled = parameters.choice('poItemState', ['Cancelled']) !== undefined
  const state = parameters.choice('purchaseOrderState', ['New', 'Acknowledged', 'Closed'])
  const vendorCode = parameters.text('orderingVendorCode')
  return (order) =>
    (!isChanged || order.changedAt !== null) &&
    (!isCancelled || order.items.some(({ orderedQuantity }) => orderedQuantity.amount === 0)) &&
    (!state || order.state === state) &&
    (!vendorCode || order.sellingParty === vendorCode)
}

function describePurchaseOrder(order: PurchaseOrder): object {
  return {
    purchaseOrderNumber: order.number,
    purchaseOrderState: order.state,
    orderDetails: {
      purchaseOrderDate: order.placedAt,
      ...(order.changedAt ? { purchaseOrderChangedDate: order.changedAt } : {}),
      purchaseOrderStateChangedDate: order.stateChangedAt,
      purchaseOrderType: order.type,
      paymentMethod: 'Invoice',
      buyingParty: { partyId: order.shipToParty },
      sellingParty: { partyId: order.sellingParty },
      shipToParty: { partyId: order.shipToParty },
      billToParty: { partyId: order.shipToParty },
      shipWindow: `${order.shipWindow.from}--${order.shipWindow.to}`,
      items: order.items.map(({ acknowledged: _acknowledged, received: _received, ...item }) => item),
    },
  }
}

const confirmationStatuses = ['ACCEPTED', 'PARTIALLY_ACCEPTED', 'REJECTED', 'UNCONFIRMED'] as const

const receiveStatuses = ['NOT_RECEIVED', 'PARTIALLY_RECEIVED', 'RECEIVED'] as const

export function getPurchaseOrdersStatus(call: Call): Answer {
  const parameters = parametersOf(call.query, 'InvalidRequest')
  const orders = selectOrdersForStatus(call, parameters).filter(readStatusFilter(parameters))
  const { page, pagination } = pageOrders(orders, parameters)
  return { status: 200, body: { payload: { ...pagination, ordersStatus: page.map(describeOrderStatus) } } }
}

/** One order by its number, or those of a time range. */
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
  const quantities = { acceptedQuantity: accepted, rejectedQuantity: rejected }
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
      ...quantities,
      ...(acknowledged
        ? { acknowledgementStatusDetails: [{ acknowledgementDate: acknowledged.at, ...quantities }] }
        : {}),
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
