import { nextId, type Shop, type MetaState } from '../world.ts'
import { enqueueOrderWebhook } from '../webhooks/tell-of-order.ts'
import { openUnits, touch, type LineCount, type Order } from './order.ts'

/** Cancels so many of each line, or all that is not shipped; the caller has made sure that there are as many. */
export function cancelLines(
  world: MetaState,
  shop: Shop,
  order: Order,
  { counts, reasonCode, description }: { counts: LineCount[] | null; reasonCode: string; description: string },
  now: Date,
): void {
  const lines = counts ?? openLines(order)
  for (const { itemId, quantity } of lines) {
    const line = order.lines.find(({ id }) => id === itemId)
    if (line) line.cancelled += quantity
  }
  order.cancellations.push({ id: nextId(world), reasonCode, description, lines })
  touch(order, now)
  enqueueOrderWebhook(world, shop, order, now)
}

export const openLines = ({ lines }: Order): LineCount[] =>
  lines
    .map((line) => ({ itemId: line.id, retailerId: line.retailerId, quantity: openUnits(line) }))
    .filter(({ quantity }) => quantity > 0)
