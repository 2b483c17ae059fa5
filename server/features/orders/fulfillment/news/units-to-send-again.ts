import type { ChosenItems } from '#contract/fulfillment.ts'
import type { FulfillmentStatus } from '#contract/order-words.ts'
import type { Subject } from './outcome.ts'
import { itemsOf, sum, unsentOf } from './stand.ts'

/** An attempt that Amazon was to stop, and where it stands now. */
export type Stopped = Subject & { status: FulfillmentStatus }

/** What this wish has stopped, and by no means what nobody has wanted to send yet. */
export function unitsToSendAgain({ order, attempt, status }: Stopped): ChosenItems {
  const attempts = order.attempts.map((one) => (one.id === attempt.id ? { ...one, status } : one))
  const wish = attempt.cancelRequestedAt?.getTime()
  const stopped = attempts.filter((one) => one.status === 'cancelled' && one.cancelRequestedAt?.getTime() === wish)
  return order.lines.flatMap((line) => {
    const wanted = sum(stopped, ({ items }) => sum(itemsOf(line.id, items), ({ quantity }) => quantity))
    const quantity = Math.min(wanted, unsentOf(line, attempts))
    return quantity > 0 ? [{ orderItemId: line.id, quantity }] : []
  })
}
