import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import type { Transaction } from './book.ts'
import { getVendorOrThrow } from './vendor-of.ts'

export function getTransaction(call: Call): Answer {
  const transaction = findTransaction(call, false)
  const errors = transaction.errors.length > 0 ? { errors: transaction.errors } : {}
  return { status: 200, body: { payload: { transactionStatus: { ...describeTransaction(transaction), ...errors } } } }
}

/** Direct fulfilment has a status of its own, in another shape. */
export function getTransactionStatus(call: Call): Answer {
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
