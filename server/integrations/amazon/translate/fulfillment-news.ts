import type { FulfillmentSnapshot, PackageSnapshot } from '#server/ports/fulfillment.ts'
import type { AnswerOf } from '../operation.ts'
import type { getFulfillmentOrder } from '../operations/fulfillment/read-order.ts'
import { latest } from './dates.ts'
import { readFulfillmentStatus } from './fulfillment-status.ts'
import { carrierStatusOf, hasLeft, toPackageSnapshot, type AmazonPackage, type Tracking } from './package-news.ts'
import { readShipmentStatus } from './shipment-status.ts'

export type AmazonOrder = AnswerOf<typeof getFulfillmentOrder>['payload']

/** What is known beside the order itself, by the numbers of packages. */
export type TrackingContext = {
  readAt: Date
  /** Those whose carrier was asked. */
  tracked: ReadonlyMap<number, Tracking>
  delivered: ReadonlySet<string>
}

/** The packages of which only the carrier knows more. */
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

/** Those of a shipment that Amazon gave up are going nowhere. */
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
