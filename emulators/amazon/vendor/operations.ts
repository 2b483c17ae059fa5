import type { Operation } from '../operation.ts'
import { getShipmentLabels } from './labels.ts'
import { getPurchaseOrdersStatus } from './order-status.ts'
import { getPurchaseOrder, getPurchaseOrders } from './purchase-orders.ts'
import { getShipmentDetails } from './shipments.ts'
import {
  submitAcknowledgement,
  submitInventoryUpdate,
  submitShipmentConfirmations,
  submitShipments,
} from './submissions.ts'
import { getTransaction, getTransactionStatus } from './transactions.ts'

const orders = '/vendor/orders/v1'
const shipping = '/vendor/shipping/v1'
const direct = '/vendor/directFulfillment'
const transaction = '/vendor/transactions/v1/transactions/:transactionId'
const directTransaction = `${direct}/transactions/2021-12-28/transactions/:transactionId` as const

const limits = { rate: 10, burst: 10 }

export const vendorOperations: Operation[] = [
  { name: 'getPurchaseOrders', method: 'GET', path: `${orders}/purchaseOrders`, ...limits, answer: getPurchaseOrders },
  {
    name: 'getPurchaseOrder',
    method: 'GET',
    path: `${orders}/purchaseOrders/:purchaseOrderNumber`,
    ...limits,
    answer: getPurchaseOrder,
  },
  {
    name: 'getPurchaseOrdersStatus',
    method: 'GET',
    path: `${orders}/purchaseOrdersStatus`,
    ...limits,
    answer: getPurchaseOrdersStatus,
  },
  {
    name: 'submitAcknowledgement',
    method: 'POST',
    path: `${orders}/acknowledgements`,
    ...limits,
    answer: submitAcknowledgement,
  },
  {
    name: 'SubmitShipmentConfirmations',
    method: 'POST',
    path: `${shipping}/shipmentConfirmations`,
    ...limits,
    answer: submitShipmentConfirmations,
  },
  { name: 'SubmitShipments', method: 'POST', path: `${shipping}/shipments`, ...limits, answer: submitShipments },
  { name: 'GetShipmentDetails', method: 'GET', path: `${shipping}/shipments`, ...limits, answer: getShipmentDetails },
  {
    name: 'GetShipmentLabels',
    method: 'GET',
    path: `${shipping}/transportLabels`,
    ...limits,
    answer: getShipmentLabels,
  },
  { name: 'getTransaction', method: 'GET', path: transaction, rate: 10, burst: 20, answer: getTransaction },
  {
    name: 'getTransactionStatus',
    method: 'GET',
    path: directTransaction,
    ...limits,
    answer: getTransactionStatus,
  },
  {
    name: 'submitInventoryUpdate',
    method: 'POST',
    path: `${direct}/inventory/v1/warehouses/:warehouseId/items`,
    ...limits,
    answer: submitInventoryUpdate,
  },
]
