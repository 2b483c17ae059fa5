import { z } from 'zod'
import type { Answer, Call, Operation } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readBody } from '../request-input.ts'
import { cancelFulfillmentOrder, createFulfillmentOrder, updateFulfillmentOrder } from './change-orders.ts'
import { getFeatureInventory, getFeatures, getFeatureSKU } from './features.ts'
import type { Moment } from './lifecycle/status.ts'
import { cancelOrder, failOrder, steps } from './lifecycle/steps.ts'
import type { FulfillmentOrder, OrderStatus, Step } from './order.ts'
import { deliveryOffers, getFulfillmentPreview } from './previews.ts'
import { getFulfillmentOrder, listAllFulfillmentOrders, getPackageTrackingDetails } from './read-orders.ts'
import { findOrder } from './request-parameters.ts'
import { createFulfillmentReturn, listReturnReasonCodes } from './returns.ts'

const base = '/fba/outbound/2020-07-01'
const order = `${base}/fulfillmentOrders/:sellerFulfillmentOrderId` as const
type Given = Pick<Operation, 'name' | 'method' | 'path' | 'answer'>

const operation = (given: Given): Operation => ({ ...given, rate: 2, burst: 30 })

export const fulfillmentOperations: Operation[] = [
  operation({
    name: 'getFulfillmentPreview',
    method: 'POST',
    path: `${base}/fulfillmentOrders/preview`,
    answer: getFulfillmentPreview,
  }),
  {
    ...operation({ name: 'deliveryOffers', method: 'POST', path: `${base}/deliveryOffers`, answer: deliveryOffers }),
    rate: 5,
  },
  operation({
    name: 'listAllFulfillmentOrders',
    method: 'GET',
    path: `${base}/fulfillmentOrders`,
    answer: listAllFulfillmentOrders,
  }),
  operation({
    name: 'createFulfillmentOrder',
    method: 'POST',
    path: `${base}/fulfillmentOrders`,
    answer: createFulfillmentOrder,
  }),
  operation({ name: 'getFulfillmentOrder', method: 'GET', path: order, answer: getFulfillmentOrder }),
  operation({ name: 'updateFulfillmentOrder', method: 'PUT', path: order, answer: updateFulfillmentOrder }),
  operation({ name: 'cancelFulfillmentOrder', method: 'PUT', path: `${order}/cancel`, answer: cancelFulfillmentOrder }),
  operation({
    name: 'createFulfillmentReturn',
    method: 'PUT',
    path: `${order}/return`,
    answer: createFulfillmentReturn,
  }),
  {
    name: 'submitFulfillmentOrderStatusUpdate',
    method: 'PUT',
    path: `${order}/status`,
    // Rate limit of all sandbox operations.
    rate: 5,
    burst: 15,
    answer: submitFulfillmentOrderStatusUpdate,
  },
  operation({
    name: 'getPackageTrackingDetails',
    method: 'GET',
    path: `${base}/tracking`,
    answer: getPackageTrackingDetails,
  }),
  operation({
    name: 'listReturnReasonCodes',
    method: 'GET',
    path: `${base}/returnReasonCodes`,
    answer: listReturnReasonCodes,
  }),
  operation({ name: 'getFeatures', method: 'GET', path: `${base}/features`, answer: getFeatures }),
  operation({
    name: 'getFeatureInventory',
    method: 'GET',
    path: `${base}/features/inventory/:featureName`,
    answer: getFeatureInventory,
  }),
  operation({
    name: 'getFeatureSKU',
    method: 'GET',
    path: `${base}/features/inventory/:featureName/:sellerSku`,
    answer: getFeatureSKU,
  }),
]

const statuses = [
  'New',
  'Received',
  'Planning',
  'Processing',
  'Cancelled',
  'Complete',
  'CompletePartialled',
  'Unfulfillable',
  'Invalid',
] as const satisfies readonly OrderStatus[]

const StatusUpdate = z.object({ fulfillmentOrderStatus: z.enum(statuses) })

const way: { status: OrderStatus; step: Step }[] = [
  { status: 'Received', step: 'receive' },
  { status: 'Planning', step: 'plan' },
  { status: 'Processing', step: 'process' },
  { status: 'Complete', step: 'complete' },
]

/** Sandbox operation: moves an order to a status through all steps in between, and leaves it there. */
function submitFulfillmentOrderStatusUpdate(call: Call): Answer {
  const { fulfillmentOrderStatus: status } = readBody(StatusUpdate, call.body)
  const order = findOrder(call)
  const { state, seller, now } = call
  const moment = { state, seller, order, at: now.toISOString() }
  if (!isOnItsWay(order)) throw impossible(order, status)
  move(moment, status)
  order.next = null
  return { status: 200, body: {} }
}

function move(moment: Moment, status: OrderStatus): void {
  if (status === 'Cancelled') return cancelOrder(moment)
  if (status === 'Unfulfillable' || status === 'Invalid') return failOrder(moment, status)
  if (status === 'CompletePartialled') moment.order.fate = 'ships-partly'
  const target = status === 'CompletePartialled' ? 'Complete' : status
  const from = way.findIndex((stop) => stop.status === moment.order.status)
  const to = way.findIndex((stop) => stop.status === target)
  if (to <= from) throw impossible(moment.order, status)
  for (const { step } of way.slice(from + 1, to + 1)) {
    if (isOnItsWay(moment.order)) steps[step](moment)
  }
}

const isOnItsWay = ({ status }: FulfillmentOrder) => ['New', 'Received', 'Planning', 'Processing'].includes(status)

const impossible = (order: FulfillmentOrder, status: OrderStatus) =>
  invalidInput(`The order is ${order.status}; it cannot become ${status}.`)
