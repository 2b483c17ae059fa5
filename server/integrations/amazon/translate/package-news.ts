import type { PackageSnapshot } from '#server/ports/fulfillment.ts'
import type { AnswerOf } from '../operation.ts'
import type { getFulfillmentOrder } from '../operations/fulfillment/read-order.ts'
import type { getPackageTrackingDetails } from '../operations/fulfillment/tracking.ts'
import { latest } from './dates.ts'
import { readPackageStatus } from './package-status.ts'
import { readShipmentStatus } from './shipment-status.ts'
import { readTrackingEvent, type ShipmentEvent } from './tracking-event.ts'

export type AmazonShipment = AnswerOf<typeof getFulfillmentOrder>['payload']['fulfillmentShipments'][number]
export type AmazonPackage = AmazonShipment['fulfillmentShipmentPackage'][number]
export type Tracking = AnswerOf<typeof getPackageTrackingDetails>['payload']

const deliveredEvent = 'EVENT_301'

export const hasLeft = ({ fulfillmentShipmentStatus }: AmazonShipment) =>
  readShipmentStatus(fulfillmentShipmentStatus) === 'shipped'

/** The carrier's last word, in Amazon's spelling; an event says it where the status is left out. */
export function carrierStatusOf({ currentStatus, trackingEvents }: Tracking): string | null {
  const isDelivered = trackingEvents.some(({ eventCode }) => eventCode === deliveredEvent)
  return currentStatus || (isDelivered ? 'DELIVERED' : null)
}

/** `tracking` is null when nobody asked the carrier. */
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

/** Amazon tells a line once for each serial number, and needn't say in which package it is where there is one only. */
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
