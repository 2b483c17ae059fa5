import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { parametersOf, type Parameters } from '../parameters.ts'
import type { PurchaseOrder } from './book.ts'
import { describePurchaseOrder } from './describe-purchase-order.ts'
import { pageByTime } from './page.ts'
import { lastWeek, readTimeFrame } from './time-frame.ts'
import { getVendorOrThrow } from './vendor-of.ts'

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

/** Created or changed in the time that is asked about; without one, created in the last week. */
function selectOrders(call: Call, parameters: Parameters): PurchaseOrder[] {
  const created = readTimeFrame(parameters, 'created', call.now)
  const changed = readTimeFrame(parameters, 'changed', call.now)
  const isIncluded = created ?? (changed ? () => true : lastWeek(call.now))
  return Object.values(getVendorOrThrow(call).purchaseOrders).filter(
    (order) => isIncluded(order.placedAt) && (!changed || changed(order.changedAt)),
  )
}

export function pageOrders(orders: PurchaseOrder[], parameters: Parameters) {
  return pageByTime(orders, parameters, {
    keyOf: ({ number }) => number,
    timeOf: ({ placedAt }) => placedAt,
    most: 100,
  })
}

export const notFound = (number: string) => new Refusal(404, 'NotFound', `The purchase order ${number} does not exist.`)

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
