import { compareText } from '../../iso-time.ts'
import type { AmazonState, Seller } from '../../state.ts'
import { type FulfillmentOrder, timingsOf } from '../order.ts'
import { type Moment, publishReturn, schedule } from './status.ts'
import { steps } from './steps.ts'
import { returnUnit } from './warehouse.ts'

/** A due step of an order; `place` is its position in `moving` and breaks ties. */
type Due = { order: FulfillmentOrder; at: string; place: number }

/** Runs all steps of the seller's orders that are due, each with its own due time, in order of time. */
export function advanceOrders(state: AmazonState, seller: Seller, now: Date): void {
  const until = now.toISOString()
  const due = findDue(seller, until)
  if (due.length === 0) return
  for (let next = due.pop(); next; next = due.pop()) {
    runDueStep(state, seller, next.order, next.at)
    const at = nextMoment(next.order)
    if (at !== null && at <= until) insert(due, { ...next, at })
  }
  seller.fulfillment.moving = seller.fulfillment.moving.filter((id) => {
    const order = seller.fulfillment.orders[id]
    return order && nextMoment(order) !== null
  })
}

/** Adds the order to those that the clock advances. */
export function markMoving(seller: Seller, order: FulfillmentOrder): void {
  if (!seller.fulfillment.moving.includes(order.id)) seller.fulfillment.moving.push(order.id)
}

/** Due steps, the earliest last. */
function findDue({ fulfillment }: Seller, until: string): Due[] {
  const due = fulfillment.moving.flatMap((id, place) => {
    const order = fulfillment.orders[id]
    const at = order ? nextMoment(order) : null
    return order && at !== null && at <= until ? [{ order, at, place }] : []
  })
  return due.sort(byTimeBackwards)
}

const byTimeBackwards = (one: Due, other: Due) => compareText(other.at, one.at) || other.place - one.place

function insert(due: Due[], added: Due): void {
  let [low, high] = [0, due.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const found = due[middle]
    if (found && byTimeBackwards(found, added) < 0) low = middle + 1
    else high = middle
  }
  due.splice(low, 0, added)
}

function nextMoment({ next, returns }: FulfillmentOrder): string | null {
  let earliest = next?.at ?? null
  for (const { isBack, backAt } of returns) {
    if (!isBack && (earliest === null || backAt < earliest)) earliest = backAt
  }
  return earliest
}

function runDueStep(state: AmazonState, seller: Seller, order: FulfillmentOrder, at: string): void {
  const moment = { state, seller, order, at }
  if (order.next?.at === at) return steps[order.next.step](moment)
  for (const item of order.returns) {
    if (item.isBack || item.backAt !== at) continue
    item.isBack = true
    const line = order.lines.find(({ itemId }) => itemId === item.itemId)
    if (!line) continue
    returnUnit(moment, line)
    publishReturn(moment, line.sku)
  }
}

/** Continues an order that waits in planning; changes no other. */
export function resumeOrder(moment: Moment): void {
  const { state, seller, order } = moment
  if (order.status !== 'Planning' || order.next !== null) return
  schedule(moment, 'process', timingsOf(state.fulfillment, order).process)
  markMoving(seller, order)
}
