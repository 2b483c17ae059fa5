import type { Seller, AmazonState } from '../world.ts'
import type { Cancellation, Fate, FulfillmentOrder, Timings } from './book.ts'
import { resumeOrder } from './life/let-go.ts'

/** What becomes of every order that is placed from now on. */
export function setFate(world: AmazonState, fate: Fate): void {
  world.fulfillment.fate = fate
}

/** What becomes of every cancellation that is asked for from now on. */
export function setCancellation(world: AmazonState, cancellation: Cancellation): void {
  world.fulfillment.cancellation = cancellation
}

/** What becomes of one order; one that was left in planning and is to ship goes on. False when there is no such order. */
export function setOrderFate(world: AmazonState, seller: Seller, orderId: string, fate: Fate, now: Date): boolean {
  const order = seller.fulfillment.orders[orderId]
  if (!order) return false
  order.fate = fate
  if (fate !== 'stays-in-planning') resumeOrder({ world, seller, order, at: now.toISOString() })
  return true
}

/** How long the steps take that one order has yet to take. */
export function setOrderTimings(order: FulfillmentOrder, timings: Partial<Timings>): void {
  order.timings = { ...order.timings, ...timings }
}

export function setTimings(world: AmazonState, timings: Partial<Timings>): void {
  world.fulfillment.timings = { ...world.fulfillment.timings, ...timings }
}
