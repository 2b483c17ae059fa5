import type { ChosenItems } from '#contract/fulfillment.ts'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import type { AttemptOfOrder } from './outcome.ts'
import { itemsOfLine, sumOf, unsentUnits } from './stand.ts'

/** An attempt that Amazon was to stop, and where it stands now. */
export type StoppedAttempt = AttemptOfOrder & { status: FulfillmentStatus }

/** What this wish has stopped, and by no means what nobody has wanted to send yet. */
export function unitsToResend({ order, attempt, status }: StoppedAttempt): ChosenItems {
  const attempts = order.attempts.map((one) => (one.id === attempt.id ? { ...one, status } : one))
  const requestedAt = attempt.cancelRequestedAt?.getTime()
  const stopped = attempts.filter(
    (one) => one.status === 'cancelled' && one.cancelRequestedAt?.getTime() === requestedAt,
  )
  return order.lines.flatMap((line) => {
    const units = sumOf(stopped, ({ items }) => sumOf(itemsOfLine(line.id, items), ({ quantity }) => quantity))
    const quantity = Math.min(units, unsentUnits(line, attempts))
    return quantity > 0 ? [{ orderItemId: line.id, quantity }] : []
  })
}
