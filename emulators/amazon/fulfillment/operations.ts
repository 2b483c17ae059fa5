import type { Operation } from '../operation.ts'
import { cancelFulfillmentOrder } from './cancel-order.ts'
import { createFulfillmentOrder } from './create-order.ts'
import { createFulfillmentReturn } from './create-return.ts'
import { deliveryOffers } from './delivery-offers.ts'
import { getFeatureInventory, getFeatures, getFeatureSKU } from './features.ts'
import { getFulfillmentPreview } from './preview.ts'
import { getFulfillmentOrder, listAllFulfillmentOrders } from './read-orders.ts'
import { listReturnReasonCodes } from './return-reasons.ts'
import { submitFulfillmentOrderStatusUpdate } from './submit-status.ts'
import { getPackageTrackingDetails } from './track-package.ts'
import { updateFulfillmentOrder } from './update-order.ts'

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
    // Amazon's for everything in its sandbox.
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
