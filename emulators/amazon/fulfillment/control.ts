import type { Seller, World } from '../world.ts'
import type { Fate, FulfillmentOrder, Timings } from './book.ts'
import { keepMoving } from './life/catch-up.ts'
import { schedule } from './life/status.ts'

/** What becomes of every order that is placed from now on. */
export function setFate(world: World, fate: Fate): void {
  world.fulfillment.fate = fate
}

/** What becomes of one order; one that was left in planning and is to ship goes on. False when there is no such order. */
export function setOrderFate(world: World, seller: Seller, orderId: string, fate: Fate, now: Date): boolean {
  const order = seller.fulfillment.orders[orderId]
  if (!order) return false
  order.fate = fate
  if (isStuck(order)) {
    schedule({ world, seller, order, at: now.toISOString() }, 'process', world.fulfillment.timings.process)
    keepMoving(seller, order)
  }
  return true
}

export function setTimings(world: World, timings: Partial<Timings>): void {
  world.fulfillment.timings = { ...world.fulfillment.timings, ...timings }
}

const isStuck = ({ status, next, fate }: FulfillmentOrder) =>
  status === 'Planning' && next === null && fate !== 'stays-in-planning'
