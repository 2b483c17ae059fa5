import { randomUUID } from 'node:crypto'
import { secondsAfter } from '../iso-time.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { invalidInput, Refusal } from '../refusal.ts'
import { readBody } from '../request-input.ts'
import { getVendorOrThrow } from './list-parameters.ts'
import { getPurchaseOrder, getPurchaseOrders, getPurchaseOrdersStatus } from './purchase-orders.ts'
import { SubmitAcknowledgement, SubmitConfirmations, SubmitInventoryUpdate, SubmitShipments } from './requests.ts'
import { getShipmentDetails, getShipmentLabels } from './shipments.ts'
import type { Task, Transaction, VendorRecords } from './vendor-records.ts'

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

function submitAcknowledgement(call: Call): Answer {
  const { acknowledgements } = readBody(SubmitAcknowledgement, call.body)
  return acceptTask(getVendorOrThrow(call), { kind: 'acknowledgements', sent: acknowledgements }, call.now)
}

function submitShipmentConfirmations(call: Call): Answer {
  const { shipmentConfirmations } = readBody(SubmitConfirmations, call.body)
  return acceptTask(getVendorOrThrow(call), { kind: 'confirmations', sent: shipmentConfirmations }, call.now)
}

function submitShipments(call: Call): Answer {
  const { shipments } = readBody(SubmitShipments, call.body)
  return acceptTask(getVendorOrThrow(call), { kind: 'shipments', sent: shipments }, call.now)
}

function submitInventoryUpdate(call: Call): Answer {
  const { inventory } = readBody(SubmitInventoryUpdate, call.body)
  const vendor = getVendorOrThrow(call)
  const warehouseId = call.params['warehouseId'] ?? ''
  if (!vendor.warehouseIds.includes(warehouseId)) throw invalidInput(`The warehouse ${warehouseId} does not exist.`)
  return acceptTask(vendor, { kind: 'inventory', warehouseId, sent: inventory }, call.now)
}

/** Seconds on the emulator's clock until a submission is processed. */
const workTime = 5

function acceptTask(vendor: VendorRecords, task: Task, now: Date): Answer {
  const transactionId = randomUUID()
  const doneAt = secondsAfter(now, workTime)
  vendor.transactions[transactionId] = { id: transactionId, task, doneAt, isDone: false, errors: [] }
  return { status: 202, body: { payload: { transactionId } } }
}

function getTransaction(call: Call): Answer {
  const transaction = findTransaction(call, false)
  const errors = transaction.errors.length > 0 ? { errors: transaction.errors } : {}
  return { status: 200, body: { payload: { transactionStatus: { ...describeTransaction(transaction), ...errors } } } }
}

/** Status of direct fulfillment, whose format differs. */
function getTransactionStatus(call: Call): Answer {
  const transaction = findTransaction(call, true)
  const errors = transaction.errors.length > 0 ? { errors: { errors: transaction.errors } } : {}
  return { status: 200, body: { transactionStatus: { ...describeTransaction(transaction), ...errors } } }
}

function findTransaction(call: Call, isDirect: boolean): Transaction {
  const transaction = getVendorOrThrow(call).transactions[call.params['transactionId'] ?? '']
  if (!transaction || (transaction.task.kind === 'inventory') !== isDirect) {
    throw new Refusal(404, 'NotFound', 'The transaction does not exist.')
  }
  return transaction
}

function describeTransaction({ id, isDone, errors }: Transaction) {
  return { transactionId: id, status: isDone ? (errors.length > 0 ? 'Failure' : 'Success') : 'Processing' }
}
