import type { Seller, World } from '../../world.ts'
import type { FulfillmentOrder } from '../book.ts'
import { publishReturn } from './status.ts'
import { steps } from './steps.ts'
import { takeBackUnit } from './warehouse.ts'

/** Lets everything happen to the seller's orders that the clock has brought, each thing at its own time. */
export function catchUpOrders(world: World, seller: Seller, now: Date): void {
  const book = seller.fulfillment
  if (book.moving.length === 0) return
  const until = now.toISOString()
  for (;;) {
    const due = earliest(movingOrders(seller), until)
    if (!due) break
    happen(world, seller, due.order, due.at)
  }
  book.moving = movingOrders(seller)
    .filter((order) => nextMoment(order) !== null)
    .map(({ id }) => id)
}

/** From now on the clock moves this order. */
export function keepMoving(seller: Seller, order: FulfillmentOrder): void {
  if (!seller.fulfillment.moving.includes(order.id)) seller.fulfillment.moving.push(order.id)
}

const movingOrders = ({ fulfillment }: Seller) =>
  fulfillment.moving.flatMap((id) => {
    const order = fulfillment.orders[id]
    return order ? [order] : []
  })

function earliest(orders: FulfillmentOrder[], until: string) {
  let found: { order: FulfillmentOrder; at: string } | undefined
  for (const order of orders) {
    const at = nextMoment(order)
    if (at !== null && at <= until && (!found || at < found.at)) found = { order, at }
  }
  return found
}

function nextMoment({ next, returns }: FulfillmentOrder): string | null {
  const moments = [...(next ? [next.at] : []), ...returns.flatMap(({ isBack, backAt }) => (isBack ? [] : [backAt]))]
  return moments.sort()[0] ?? null
}

function happen(world: World, seller: Seller, order: FulfillmentOrder, at: string): void {
  const moment = { world, seller, order, at }
  if (order.next?.at === at) return steps[order.next.step](moment)
  for (const item of order.returns) {
    if (item.isBack || item.backAt !== at) continue
    item.isBack = true
    const line = order.lines.find(({ itemId }) => itemId === item.itemId)
    if (!line) continue
    takeBackUnit(moment, line)
    publishReturn(moment, line.sku)
  }
}
