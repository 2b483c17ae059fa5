import { amazonActor, type TimelineEntry } from '#server/features/orders/timeline.ts'
import { parcelEntries, timelineEntry } from '#server/features/orders/fulfillment/order-effects.ts'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import type { Actor } from '#server/platform/context.ts'
import { secondsAfter } from '../../dates.ts'
import type { PlacedLine, PlacedOrder } from '../place-orders.ts'
import { noWayToShip, type Attempt, type Parcel } from './fulfillments.ts'
import type { ShippedOutcome } from './order-outcome.ts'

/** Timeline of an attempt that Amazon could not fulfill. */
export function entriesOfRefusal(
  order: PlacedOrder,
  attempt: Attempt,
  refusedAt: Date,
  operator: Actor,
): TimelineEntry[] {
  const reason = noWayToShip(attempt.externalFulfillmentId)
  const { orderId } = order
  const amazonEntry = (event: string, description: string) => ({
    orderId,
    event,
    description,
    by: amazonActor,
    at: refusedAt,
  })
  return [
    requestEntry(order.lines, attempt, operator, secondsAfter(refusedAt, -180)),
    statusEntry(order, attempt, 'submitted', secondsAfter(refusedAt, -170)),
    { ...statusEntry(order, attempt, 'unfulfillable', refusedAt), reason },
    amazonEntry('order.returned', 'Nothing of the order is with Amazon any more.'),
    { ...amazonEntry('attention.raised', 'Waits for a person.'), reason },
  ]
}

type ShippingFacts = { attempt: Attempt; parcels: readonly Parcel[]; operator: Actor; now: Date }

/** Timeline from acknowledgement to delivery, up to now. */
export function entriesOfShipping(order: PlacedOrder, outcome: ShippedOutcome, seen: ShippingFacts): TimelineEntry[] {
  const { orderId } = order
  const { attempt, parcels, operator, now } = seen
  const { acknowledgedAt, requestedAt, acceptedAt, plannedAt, packedAt, leftAt, deliver, sentLines } = outcome
  const { note, reviewAfter } = outcome
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
    requestEntry(order.lines.slice(0, sentLines), attempt, operator, requestedAt),
    statusEntry(order, attempt, 'submitted', acceptedAt),
    statusEntry(order, attempt, 'planning', plannedAt),
    statusEntry(order, attempt, 'processing', packedAt),
    statusEntry(order, attempt, 'shipped', leftAt),
    ...trackingEntries(order, parcels.map(hasLeft), leftAt),
    statusEntry(order, attempt, 'delivered', arrival),
    ...trackingEntries(order, parcels.map(hasArrived), arrival),
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

function requestEntry(lines: readonly PlacedLine[], attempt: Attempt, by: Actor, at: Date): TimelineEntry {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const { orderId, shippingSpeed, externalFulfillmentId } = attempt
  const counted = units === 1 ? 'one unit' : `${units} units`
  const description = `Asked Amazon to ship ${counted} at ${shippingSpeed} speed, as ${externalFulfillmentId}.`
  return { orderId, event: 'fulfillment.requested', description, by, at }
}

const statusEntry = (
  { orderId }: PlacedOrder,
  attempt: Attempt,
  status: FulfillmentStatus,
  at: Date,
): TimelineEntry => ({
  orderId,
  ...timelineEntry(attempt, status, null),
  by: amazonActor,
  at,
})

const trackingEntries = (
  { orderId }: PlacedOrder,
  steps: Parameters<typeof parcelEntries>[0],
  at: Date,
): TimelineEntry[] => parcelEntries(steps).map((entry) => ({ orderId, ...entry, by: amazonActor, at }))

const hasLeft = (after: Parcel) => ({ before: null, after: { ...after, deliveredAt: null } })
const hasArrived = (after: Parcel) => ({ before: { ...after, deliveredAt: null }, after })
