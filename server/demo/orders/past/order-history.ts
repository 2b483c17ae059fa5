import { inEnglish, type Message, say } from '#contract/i18n.ts'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import { parcelEntries, requestDescription, timelineEntry } from '#server/features/orders/fulfillment/order-effects.ts'
import { amazonActor, type TimelineEntry } from '#server/features/orders/timeline.ts'
import type { Actor } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { secondsAfter } from '../../dates.ts'
import type { PlacedLine, PlacedOrder } from '../place-orders.ts'
import type { DemoShop } from '../shop.ts'
import { type Attempt, noWayToShip, packParcels, type Parcel, refusedAttempt, shippedAttempt } from './fulfillments.ts'
import type { CancelledOutcome, OrderHistory, OrderState, ShippedOutcome } from './order-outcome.ts'

export type HistoryContext = { operator: Actor; amazon: DemoShop['amazon']; now: Date }

/** The rows of an order that was shipped, and perhaps delivered. */
export function historyOfShipped(
  order: PlacedOrder,
  outcome: ShippedOutcome,
  { operator, amazon, now }: HistoryContext,
): OrderHistory {
  const { refusedAt, requestedAt } = outcome
  const id = newId(requestedAt.getTime())
  const packed = packParcels(order, outcome, id, now)
  const sender = { id, attempt: refusedAt ? 2 : 1, amazon }
  const shipped = shippedAttempt(order, outcome, sender, packed.packages, now)
  const refused = refusedAt
    ? refusedAttempt(order, refusedAt, { id: newId(refusedAt.getTime()), attempt: 1, amazon })
    : null
  const attempts = refused ? [refused, shipped] : [shipped]
  return {
    ...packed,
    state: stateOf(order, outcome, shipped, now),
    fulfillments: attempts,
    fulfillmentItems: attempts.flatMap((attempt) => itemsOf(order, outcome, attempt)),
    holds: holdsOf(order, outcome, shipped),
    attention: refused && refusedAt ? [attentionOf(refused, refusedAt, requestedAt)] : [],
    entries: [
      ...(refused && refusedAt ? entriesOfRefusal(order, refused, refusedAt, operator) : []),
      ...entriesOfShipping(order, outcome, { attempt: shipped, parcels: packed.packages, operator, now }),
    ],
  }
}

function stateOf({ orderId, lines }: PlacedOrder, outcome: ShippedOutcome, shipped: Attempt, now: Date): OrderState {
  const { leftAt, deliver, sentLines, reviewAfter } = outcome
  const unitsOf = (some: PlacedOrder['lines']) => some.reduce((sum, { quantity }) => sum + quantity, 0)
  const unsent = unitsOf(lines.slice(sentLines))
  const arrival = secondsAfter(leftAt, deliver)
  const isDelivered = shipped.status === 'delivered' && unsent === 0
  const reviewAt = reviewAfter === null ? null : secondsAfter(arrival, reviewAfter)
  return {
    id: orderId,
    status: isDelivered ? 'delivered' : 'shipped',
    shippedAt: leftAt,
    deliveredAt: isDelivered ? arrival : null,
    cancelledAt: null,
    reviewRequestedAt: isDelivered && reviewAt && reviewAt < now ? reviewAt : null,
    partialReason: unsent > 0 ? `${unsent} of ${unitsOf(lines)} units are still to be sent.` : null,
    updatedAt: isDelivered ? arrival : leftAt,
  }
}

const itemsOf = ({ lines }: PlacedOrder, { sentLines }: ShippedOutcome, { companyId, id, status }: Attempt) =>
  lines.slice(0, sentLines).map(({ id: orderItemId, quantity }) => ({
    companyId,
    fulfillmentId: id ?? '',
    orderItemId,
    quantity,
    cancelledQuantity: 0,
    unfulfillableQuantity: status === 'unfulfillable' ? quantity : 0,
  }))

/** Holds ended by Amazon's next count, half an hour later. */
const holdsOf = (
  { plan, lines }: PlacedOrder,
  { sentLines, acceptedAt }: ShippedOutcome,
  { id: fulfillmentId }: Attempt,
) =>
  lines.slice(0, sentLines).flatMap(({ companyId, id: orderItemId, skuId, quantity }) =>
    skuId
      ? [
          {
            companyId,
            id: newId(plan.placedAt.getTime()),
            skuId,
            orderItemId,
            fulfillmentId,
            quantity,
            createdAt: plan.placedAt,
            acceptedAt,
            endedAt: secondsAfter(acceptedAt, 1800),
            ending: 'counted_by_amazon' as const,
          },
        ]
      : [],
  )

const attentionOf = (
  { companyId, orderId, externalFulfillmentId }: Attempt,
  raisedAt: Date,
  resolvedAt: Date,
): OrderHistory['attention'][number] => ({
  companyId,
  id: newId(raisedAt.getTime()),
  orderId,
  code: 'unfulfillable',
  reason: inEnglish(noWayToShip(externalFulfillmentId)),
  sentence: noWayToShip(externalFulfillmentId),
  raisedAt,
  resolvedAt,
  resolution: 'The order was sent to Amazon',
})

/** The rows of an order that the channel cancelled before it was sent. */
export function historyOfCancelled(
  { plan, place, orderId, lines }: PlacedOrder,
  { at, reason }: CancelledOutcome,
): OrderHistory {
  return {
    state: {
      id: orderId,
      status: 'cancelled',
      shippedAt: null,
      deliveredAt: null,
      cancelledAt: at,
      reviewRequestedAt: null,
      partialReason: null,
      updatedAt: at,
    },
    fulfillments: [],
    fulfillmentItems: [],
    packages: [],
    packageItems: [],
    shipmentEvents: [],
    holds: lines.flatMap(({ companyId, id: orderItemId, skuId, quantity }) =>
      skuId
        ? [
            {
              companyId,
              id: newId(plan.placedAt.getTime()),
              skuId,
              orderItemId,
              fulfillmentId: null,
              quantity,
              createdAt: plan.placedAt,
              acceptedAt: null,
              endedAt: at,
              ending: 'cancelled' as const,
            },
          ]
        : [],
    ),
    attention: [],
    entries: [
      {
        orderId,
        event: 'order.cancelled',
        description: say('{channel} cancelled the order.', { channel: place.name }),
        ...(reason ? { reason } : {}),
        by: place.speaker,
        at,
      },
    ],
  }
}

/** Timeline of an attempt that Amazon could not fulfill. */
function entriesOfRefusal(order: PlacedOrder, attempt: Attempt, refusedAt: Date, operator: Actor): TimelineEntry[] {
  const reason = noWayToShip(attempt.externalFulfillmentId)
  const { orderId } = order
  const amazonEntry = (event: string, description: Message) => ({
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
    amazonEntry('order.returned', say('Amazon no longer has any part of the order.')),
    { ...amazonEntry('attention.raised', say('Needs attention')), reason },
  ]
}

type ShippingFacts = { attempt: Attempt; parcels: readonly Parcel[]; operator: Actor; now: Date }

/** Timeline from acknowledgement to delivery, up to now. */
function entriesOfShipping(order: PlacedOrder, outcome: ShippedOutcome, seen: ShippingFacts): TimelineEntry[] {
  const { orderId } = order
  const { attempt, parcels, operator, now } = seen
  const { acknowledgedAt, requestedAt, acceptedAt, plannedAt, packedAt, leftAt, deliver, sentLines } = outcome
  const { note, reviewAfter } = outcome
  const arrival = secondsAfter(leftAt, deliver)
  const byOperator = (event: string, description: Message, at: Date) => ({
    orderId,
    event,
    description,
    by: operator,
    at,
  })
  const entries: TimelineEntry[] = [
    ...(acknowledgedAt ? [byOperator('order.acknowledged', say('Acknowledged.'), acknowledgedAt)] : []),
    ...(note ? [{ ...byOperator('order.note', say('Note'), note.at), reason: note.text }] : []),
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
            say('Asked the customer for a review by email.'),
            secondsAfter(arrival, reviewAfter),
          ),
        ]),
  ]
  return entries.filter(({ at }) => at <= now)
}

function requestEntry(lines: readonly PlacedLine[], attempt: Attempt, by: Actor, at: Date): TimelineEntry {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const { orderId, shippingSpeed = 'standard', externalFulfillmentId } = attempt
  const description = requestDescription(units, shippingSpeed, externalFulfillmentId)
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
