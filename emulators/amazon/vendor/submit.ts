import { randomUUID } from 'node:crypto'
import type { Answer } from '../operation.ts'
import { secondsAfter } from '../seconds-after.ts'
import type { Task, VendorRecords } from './book.ts'

/** Seconds of the stand-in's clock that Amazon takes over what a vendor sent. */
const workTime = 5

export function acceptTask(vendor: VendorRecords, task: Task, now: Date): Answer {
  const transactionId = randomUUID()
  const doneAt = secondsAfter(now, workTime)
  vendor.transactions[transactionId] = { id: transactionId, task, doneAt, isDone: false, errors: [] }
  return { status: 202, body: { payload: { transactionId } } }
}
