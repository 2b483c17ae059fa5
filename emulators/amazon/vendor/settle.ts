import type { Task, VendorBook } from './book.ts'
import { takeAcknowledgement } from './take-acknowledgement.ts'
import { takeConfirmation } from './take-confirmation.ts'
import { takeInventory } from './take-inventory.ts'
import { takeShipment } from './take-shipment.ts'

/** Does what is due of that which the vendor sent, in its order. */
export function settle(vendor: VendorBook, now: Date): void {
  const until = now.toISOString()
  for (const transaction of Object.values(vendor.transactions)) {
    if (transaction.isDone || transaction.doneAt > until) continue
    transaction.isDone = true
    transaction.errors = work(vendor, transaction.task, transaction.doneAt).map((message) => ({
      code: 'InvalidInput',
      message,
    }))
  }
}

/** What is wrong with it; nothing when all was done. */
function work(vendor: VendorBook, task: Task, at: string): string[] {
  switch (task.kind) {
    case 'acknowledgements':
      return task.sent.flatMap((one) => takeAcknowledgement(vendor, one, at))
    case 'confirmations':
      return task.sent.flatMap((one) => takeConfirmation(vendor, one, at))
    case 'shipments':
      return task.sent.flatMap((one) => takeShipment(vendor, one, at))
    case 'inventory':
      return takeInventory(vendor, task.warehouseId, task.sent, at)
  }
}
