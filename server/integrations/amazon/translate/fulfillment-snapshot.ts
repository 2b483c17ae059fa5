import type { z } from 'zod'
import { shippingSpeeds } from '#contract/order-status.ts'
import type { FulfillmentSnapshot, PackageSnapshot } from '#server/ports/fulfillment.ts'
import type { AnswerOf } from '../operation.ts'
import type { getFulfillmentOrder } from '../operations/fulfillment/read-order.ts'
import type { getPackageTrackingDetails, TrackingEvent } from '../operations/fulfillment/tracking.ts'
import { latest, matchSpelling } from './amazon-values.ts'
import { readFulfillmentStatus, readPackageStatus, readShipmentStatus } from './fulfillment-status.ts'

export type AmazonOrder = AnswerOf<typeof getFulfillmentOrder>['payload']

/** What is known besides the order itself, by package number. */
export type TrackingContext = {
  readAt: Date
  /** Packages whose tracking was read. */
  tracked: ReadonlyMap<number, Tracking>
  delivered: ReadonlySet<string>
}

/** Shipped packages that were not delivered at the last read: their tracking has to be read. */
export const packagesToTrack = (order: AmazonOrder, delivered: ReadonlySet<string>): AmazonPackage[] =>
  order.fulfillmentShipments
    .filter(hasLeft)
    .flatMap(({ fulfillmentShipmentPackage: boxes }) => boxes)
    .filter(({ packageNumber }) => !delivered.has(String(packageNumber)))

export function toFulfillmentSnapshot(
  order: AmazonOrder,
  { readAt, tracked, delivered }: TrackingContext,
): FulfillmentSnapshot {
  const { fulfillmentOrder: head, fulfillmentOrderItems: items, fulfillmentShipments: shipments } = order
  const statusOf = ({ packageNumber }: AmazonPackage) => {
    const tracking = tracked.get(packageNumber)
    if (tracking) return carrierStatusOf(tracking)
    return delivered.has(String(packageNumber)) ? 'DELIVERED' : null
  }
  const { status, isInvalid, isPartial, unknownWords } = readFulfillmentStatus({
    order: head.fulfillmentOrderStatus,
    shipments: shipments.map((shipment) => ({
      status: shipment.fulfillmentShipmentStatus,
      packages: shipment.fulfillmentShipmentPackage.map(statusOf),
    })),
  })
  return {
    externalStatus: head.fulfillmentOrderStatus,
    status,
    isInvalid,
    isPartial,
    unknownWords,
    orderNumber: head.displayableOrderId,
    speed: matchSpelling(shippingSpeeds, head.shippingSpeedCategory),
    readAt,
    receivedAt: head.receivedDate,
    estimatedShipDate: latest(items.map(({ estimatedShipDate }) => estimatedShipDate)),
    estimatedDeliveryDate: latest(items.map(({ estimatedArrivalDate }) => estimatedArrivalDate)),
    lines: items.map((item) => ({
      itemId: item.sellerFulfillmentOrderItemId,
      sku: item.sellerSku,
      quantity: item.quantity,
      cancelled: item.cancelledQuantity,
      unfulfillable: item.unfulfillableQuantity,
    })),
    packages: packagesOf(order, tracked, readAt),
  }
}

/** Leaves out packages of shipments that Amazon cancelled or replaced. */
function packagesOf(
  { fulfillmentShipments }: AmazonOrder,
  tracked: TrackingContext['tracked'],
  readAt: Date,
): PackageSnapshot[] {
  const going = fulfillmentShipments.filter(({ fulfillmentShipmentStatus: spelled }) => {
    const status = readShipmentStatus(spelled)
    return status !== 'replanned' && status !== 'cancelled'
  })
  const packages = going.flatMap((shipment) =>
    shipment.fulfillmentShipmentPackage.map((box) =>
      toPackageSnapshot(shipment, box, tracked.get(box.packageNumber) ?? null, readAt),
    ),
  )
  return [...new Map(packages.map((one) => [one.packageNumber, one])).values()]
}

export type AmazonShipment = AnswerOf<typeof getFulfillmentOrder>['payload']['fulfillmentShipments'][number]

export type AmazonPackage = AmazonShipment['fulfillmentShipmentPackage'][number]

export type Tracking = AnswerOf<typeof getPackageTrackingDetails>['payload']

const deliveredEvent = 'EVENT_301'

const hasLeft = ({ fulfillmentShipmentStatus }: AmazonShipment) =>
  readShipmentStatus(fulfillmentShipmentStatus) === 'shipped'

/** The carrier's status in Amazon's spelling. A delivery event stands in for a missing status. */
function carrierStatusOf({ currentStatus, trackingEvents }: Tracking): string | null {
  const isDelivered = trackingEvents.some(({ eventCode }) => eventCode === deliveredEvent)
  return currentStatus || (isDelivered ? 'DELIVERED' : null)
}

/** `tracking` is null when it was not read. */
export function toPackageSnapshot(
  shipment: AmazonShipment,
  box: AmazonPackage,
  tracking: Tracking | null,
  readAt: Date,
): PackageSnapshot {
  const carrierStatus = tracking && carrierStatusOf(tracking)
  const progress = carrierStatus ? readPackageStatus(carrierStatus) : null
  const events = (tracking?.trackingEvents ?? []).map(readTrackingEvent)
  return {
    packageNumber: String(box.packageNumber),
    carrier: box.carrierCode || null,
    trackingNumber: box.trackingNumber || tracking?.trackingNumber || box.amazonFulfillmentTrackingNumber || null,
    carrierStatus,
    estimatedArrival: tracking?.estimatedArrivalDate ?? box.estimatedArrivalDate ?? shipment.estimatedArrivalDate,
    shippedAt: hasLeft(shipment) ? (tracking?.shipDate ?? shipment.shippingDate ?? readAt) : null,
    deliveredAt: progress === 'delivered' ? (deliveryOf(events) ?? readAt) : null,
    isLost: progress === 'lost',
    lines: linesIn(shipment, box),
    events,
  }
}

function deliveryOf(events: readonly ShipmentEvent[]): Date | null {
  const delivered = events.filter(({ type }) => type === deliveredEvent)
  return latest((delivered.length > 0 ? delivered : events).map(({ at }) => at))
}

/**
 * Units per line in this package. Amazon repeats a line for each serial number and omits the package number where there
 * is only one package.
 */
function linesIn(
  { fulfillmentShipmentItem: items, fulfillmentShipmentPackage: boxes }: AmazonShipment,
  box: AmazonPackage,
) {
  const units = new Map<string, number>()
  for (const { packageNumber, sellerFulfillmentOrderItemId: itemId, quantity } of items) {
    if ((packageNumber ?? boxes[0]?.packageNumber) !== box.packageNumber) continue
    units.set(itemId, (units.get(itemId) ?? 0) + quantity)
  }
  return [...units].map(([itemId, quantity]) => ({ itemId, quantity }))
}

type ShipmentEvent = { type: string; description: string; location: string | null; at: Date }

/** An unknown event code is kept: its description says what happened. */
export function readTrackingEvent(event: z.output<typeof TrackingEvent>): ShipmentEvent {
  const { city, state, country } = event.eventAddress ?? {}
  const places = [city, state, country].filter((place) => place?.trim())
  return {
    type: event.eventCode,
    description: event.eventDescription,
    location: places.join(', ') || null,
    at: event.eventDate,
  }
}
