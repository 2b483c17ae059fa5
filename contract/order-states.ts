import { AppError } from './errors.ts'
import type { FulfillmentStatus, OrderStatus } from './order-words.ts'

/**
 * Every step that an order can take; anything else is refused. Back from Amazon it comes when Amazon can't ship it before
 * anything has left, out of its cancellation by Restore while nothing has shipped.
 */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  placed: ['acknowledged', 'sent_to_fulfillment', 'cancelled'],
  acknowledged: ['sent_to_fulfillment', 'cancelled'],
  sent_to_fulfillment: ['shipped', 'placed', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: ['placed'],
}

export const orderStatusText: Record<OrderStatus, string> = {
  placed: 'placed',
  acknowledged: 'acknowledged',
  sent_to_fulfillment: 'sent to fulfillment',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

/** The status after the step, where there is one; else a refusal that names the present status. */
export function moveOrder(from: OrderStatus, to: OrderStatus): OrderStatus {
  if (orderTransitions[from].includes(to)) return to
  throw new AppError('conflict', `The order is ${orderStatusText[from]}; it can’t become ${orderStatusText[to]}.`)
}

/** From when on Amazon has it, one way: the later the word, the further it is. */
const fulfillmentOrder: readonly FulfillmentStatus[] = [
  'pending',
  'submitted',
  'received',
  'planning',
  'processing',
  'shipped',
  'delivered',
]

/** Fulfilments of which nothing more is to be heard. */
export const endedFulfillments = ['delivered', 'cancelled', 'unfulfillable'] as const satisfies FulfillmentStatus[]

export const hasEnded = (status: FulfillmentStatus): boolean =>
  (endedFulfillments as readonly FulfillmentStatus[]).includes(status)

/** Whether its units are, or may be, on their way to the customer: what failed frees them for another attempt. */
export const isLive = (status: FulfillmentStatus): boolean => status !== 'cancelled' && status !== 'unfulfillable'

/** Whether something of it has left the warehouse. */
export const hasLeft = (status: FulfillmentStatus): boolean => status === 'shipped' || status === 'delivered'

/** Whether news of Amazon move a fulfilment on. Late, repeated and backward ones don't. */
export function advances(from: FulfillmentStatus, to: FulfillmentStatus): boolean {
  if (hasEnded(from)) return false
  if (!isLive(to)) return !hasLeft(from)
  return fulfillmentOrder.indexOf(to) > fulfillmentOrder.indexOf(from)
}
