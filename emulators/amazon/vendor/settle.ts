import type { Task, VendorRecords } from './book.ts'
import { applyAcknowledgement } from './take-acknowledgement.ts'
import { applyConfirmation } from './take-confirmation.ts'
import { applyInventory } from './take-inventory.ts'
import { applyShipment } from './take-shipment.ts'

/** Does what is due of that which the vendor sent, in its order. */
export function processTransactions(vendor: VendorRecords, now: Date): void {
  const until = now.toISOString()
  for (const transaction of Object.values(vendor.transactions)) {
    if (transaction.isDone || transaction.doneAt > until) continue
    transaction.isDone = true
    transaction.errors = runTask(vendor, transaction.task, transaction.doneAt).map((message) => ({
      code: 'InvalidInput',
      message,
    }))
  }
}

/** What is wrong with it; nothing when all was done. */
function runTask(vendor: VendorRecords, task: Task, at: string): string[] {
  switch (task.kind) {
    case 'acknowledgements':
      return task.sent.flatMap((one) => applyAcknowledgement(vendor, one, at))
    case 'confirmations':
      return task.sent.flatMap((one) => applyConfirmation(vendor, one, at))
    case 'shipments':
      return task.sent.flatMap((one) => applyShipment(vendor, one, at))
    case 'inventory':
      return applyInventory(vendor, task.warehouseId, task.sent, at)
  }
}
