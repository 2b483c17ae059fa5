import type { Call } from '../operation.ts'
import { denied, invalidInput } from '../refusal.ts'
import type { FulfillmentOrder } from './book.ts'

/** The order that the path names. */
export function findOrder({ params, seller }: Call): FulfillmentOrder {
  const asked = params['sellerFulfillmentOrderId'] ?? ''
  // Two known faults of Amazon's: a plus in the path is read as a space, and two spaces aren't let in at all.
  const id = asked.replaceAll('+', ' ')
  if (id.includes('  ')) throw denied()
  if (id.length > 40) throw invalidInput('SellerFulfillmentOrderId can have 40 characters at most.')
  const order = seller.fulfillment.orders[id]
  if (!order) throw invalidInput(`Requested order '${id}' not found`)
  return order
}
