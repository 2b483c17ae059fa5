import { amazon } from '#server/features/orders/fulfillment/news/chapter.ts'
import { entriesOfParcels, entryOf } from '#server/features/orders/fulfillment/news/told-in-words.ts'
import type { TimelineEntry } from '#server/features/orders/timeline.ts'
import type { FulfillmentStatus } from '#contract/order-words.ts'
import type { Actor } from '#server/platform/context.ts'
import { secondsAfter } from '../../moments.ts'
import type { PlacedLine, PlacedOrder } from '../place.ts'
import { foundNoWay, type Attempt } from './attempts.ts'
import type { Shipped } from './course.ts'
import type { Parcel } from './parcels.ts'

/** It came back from Amazon, and waited until somebody sent it again. */
export function entriesOfRefusal(
  order: PlacedOrder,
  attempt: Attempt,
  refusedAt: Date,
  operator: Actor,
): TimelineEntry[] {
  const reason = foundNoWay(attempt.externalFulfillmentId)
  const { orderId } = order
  const told = (event: string, description: string) => ({ orderId, event, description, by: amazon, at: refusedAt })
  return [
    requested(order.lines, attempt, operator, secondsAfter(refusedAt, -180)),
    moved(order, attempt, 'submitted', secondsAfter(refusedAt, -170)),
    { ...moved(order, attempt, 'unfulfillable', refusedAt), reason },
    told('order.returned', 'Nothing of the order is with Amazon any more.'),
    { ...told('attention.raised', 'Waits for a person.'), reason },
  ]
}

type Seen = { attempt: Attempt; parcels: readonly Parcel[]; operator: Actor; now: Date }

/** From the shop's hands into the customer's, as far as it has come. */
export function entriesOfShipping(order: PlacedOrder, course: Shipped, seen: Seen): TimelineEntry[] {
  const { orderId } = order
  const { attempt, parcels, operator, now } = seen
  const { acknowledgedAt, requestedAt, acceptedAt, plannedAt, packedAt, leftAt, deliver, sentLines } = course
  const { note, reviewAfter } = course
  const arrival = secondsAfter(leftAt, deliver)
  const byOperator = (event: string, description: string, at: Date) => ({
    orderId,
    event,
    description,
    by: operator,
    at,
  })
  const entries: TimelineEntry[] = [
    ...(acknowledgedAt ? [byOperator('order.acknowledged', 'Acknowledged.', acknowledgedAt)] : []),
    ...(note ? [{ ...byOperator('order.note', 'Note', note.at), reason: note.text }] : []),
    requested(order.lines.slice(0, sentLines), attempt, operator, requestedAt),
    moved(order, attempt, 'submitted', acceptedAt),
    moved(order, attempt, 'planning', plannedAt),
    moved(order, attempt, 'processing', packedAt),
    moved(order, attempt, 'shipped', leftAt),
    ...tracked(order, parcels.map(hasLeft), leftAt),
    moved(order, attempt, 'delivered', arrival),
    ...tracked(order, parcels.map(hasArrived), arrival),
    ...(reviewAfter === null
      ? []
      : [
          byOperator(
            'order.review_requested',
            'Asked the customer for a review by email.',
            secondsAfter(arrival, reviewAfter),
          ),
        ]),
  ]
  return entries.filter(({ at }) => at <= now)
}

function requested(lines: readonly PlacedLine[], attempt: Attempt, by: Actor, at: Date): TimelineEntry {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const { orderId, shippingSpeed, externalFulfillmentId } = attempt
  const counted = units === 1 ? 'one unit' : `${units} units`
  const description = `Asked Amazon to ship ${counted} at ${shippingSpeed} speed, as ${externalFulfillmentId}.`
  return { orderId, event: 'fulfillment.requested', description, by, at }
}

const moved = ({ orderId }: PlacedOrder, attempt: Attempt, status: FulfillmentStatus, at: Date): TimelineEntry => ({
  orderId,
  ...entryOf(attempt, status, null),
  by: amazon,
  at,
})

const tracked = ({ orderId }: PlacedOrder, steps: Parameters<typeof entriesOfParcels>[0], at: Date): TimelineEntry[] =>
  entriesOfParcels(steps).map((entry) => ({ orderId, ...entry, by: amazon, at }))

const hasLeft = (after: Parcel) => ({ before: null, after: { ...after, deliveredAt: null } })
const hasArrived = (after: Parcel) => ({ before: { ...after, deliveredAt: null }, after })
