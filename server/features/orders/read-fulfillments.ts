import { currencyAt } from '#contract/amazon-marketplaces.ts'
import type { Fulfillment, Package } from '#contract/fulfillment.ts'
import { trackingUrlOf } from '#contract/tracking.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listAttemptsOf, listPackagesOf, listShipmentEventsOf } from './queries/fulfillments-of-order.ts'

/** Every attempt to ship an order, newest first, with its parcels and where they are. */
export async function readFulfillments(tx: Tx, companyId: string, orderId: string): Promise<Fulfillment[]> {
  const attempts = await listAttemptsOf(tx, companyId, orderId)
  const ids = attempts.map(({ id }) => id)
  const parcels = await listPackagesOf(tx, companyId, ids)
  const events = Map.groupBy(await listShipmentEventsOf(tx, companyId, ids), ({ packageId }) => packageId)
  const parcelsOf = Map.groupBy(
    parcels.map((parcel) => ({ fulfillmentId: parcel.fulfillmentId, shown: toPackage(parcel, events.get(parcel.id)) })),
    ({ fulfillmentId }) => fulfillmentId,
  )
  return attempts.map((attempt) => toFulfillment(attempt, parcelsOf.get(attempt.id)?.map(({ shown }) => shown) ?? []))
}

type Attempt = Awaited<ReturnType<typeof listAttemptsOf>>[number]
type Parcel = Awaited<ReturnType<typeof listPackagesOf>>[number]
type ShipmentEvent = Awaited<ReturnType<typeof listShipmentEventsOf>>[number]

const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

const toFulfillment = (attempt: Attempt, parcels: Package[]): Fulfillment => ({
  id: attempt.id,
  attempt: attempt.attempt,
  provider: attempt.provider,
  externalFulfillmentId: attempt.externalFulfillmentId ?? '',
  status: attempt.status,
  externalStatus: attempt.externalStatus,
  shippingSpeed: attempt.shippingSpeed,
  estimatedShipDate: isoOf(attempt.estimatedShipDate),
  estimatedDeliveryDate: isoOf(attempt.estimatedDeliveryDate),
  shippingCost: attempt.shippingCost,
  shippingCostCurrency: currencyAt(attempt.marketplaceId ?? ''),
  trackingNumbers: attempt.trackingNumbers,
  carrier: attempt.carrier,
  createdAt: attempt.createdAt.toISOString(),
  submittedAt: isoOf(attempt.submittedAt),
  acceptedAt: isoOf(attempt.acceptedAt),
  cancelRequestedAt: isoOf(attempt.cancelRequestedAt),
  cancelPurpose: attempt.cancelPurpose,
  checkedAt: isoOf(attempt.checkedAt),
  error: attempt.error === null ? null : { code: attempt.errorCode, message: attempt.error },
  items: attempt.items,
  packages: parcels,
})

const toPackage = (parcel: Parcel, events: readonly ShipmentEvent[] = []): Package => ({
  id: parcel.id,
  packageNumber: parcel.packageNumber,
  carrier: parcel.carrier,
  trackingNumber: parcel.trackingNumber,
  trackingUrl: trackingUrlOf(parcel.carrier, parcel.trackingNumber),
  carrierStatus: parcel.carrierStatus,
  estimatedArrival: isoOf(parcel.estimatedArrival),
  shippedAt: isoOf(parcel.shippedAt),
  deliveredAt: isoOf(parcel.deliveredAt),
  reportedAt: isoOf(parcel.reportedAt),
  items: parcel.items,
  events: events.map(({ id, eventType, description, location, timestamp }) => ({
    id,
    eventType,
    description,
    location,
    timestamp: timestamp.toISOString(),
  })),
})
