import { newId } from '#server/platform/ids.ts'
import type { PackageSnapshot } from '#server/ports/fulfillment.ts'
import type { Parcel } from '../../queries/parcels.ts'
import type { Attempt } from '../../queries/sent-order.ts'

/** What of its attempt is in a parcel, and whether that won't arrive. */
export type ParcelContents = { items: { orderItemId: string; quantity: number }[]; isLost: boolean }

/** What is not told any more stays known, and what has left or arrived has done so for good. */
export function nextParcel(
  { companyId, id: fulfillmentId }: Attempt,
  before: Parcel | null,
  reported: PackageSnapshot,
  at: Date,
): Parcel {
  return {
    companyId,
    id: before?.id ?? newId(),
    fulfillmentId,
    packageNumber: reported.packageNumber,
    carrier: reported.carrier ?? before?.carrier ?? null,
    trackingNumber: reported.trackingNumber ?? before?.trackingNumber ?? null,
    carrierStatus: reported.carrierStatus ?? before?.carrierStatus ?? null,
    estimatedArrival: reported.estimatedArrival ?? before?.estimatedArrival ?? null,
    shippedAt: before?.shippedAt ?? reported.shippedAt,
    deliveredAt: before?.deliveredAt ?? reported.deliveredAt,
    checkedAt: reported.carrierStatus === null ? (before?.checkedAt ?? null) : at,
    reportedAt: before?.reportedAt ?? null,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
}

export function parcelContentsOf(attempt: Attempt, { lines, isLost }: PackageSnapshot): ParcelContents {
  const byItem = Map.groupBy(lines, ({ itemId }) => itemId)
  const items = attempt.items.flatMap(({ orderItemId }) => {
    const quantity = (byItem.get(orderItemId) ?? []).reduce((units, line) => units + line.quantity, 0)
    return quantity > 0 ? [{ orderItemId, quantity }] : []
  })
  return { items, isLost }
}
