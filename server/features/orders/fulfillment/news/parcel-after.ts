import { newId } from '#server/platform/id.ts'
import type { PackageNews } from '#server/ports/fulfillment.ts'
import type { Parcel } from '../../queries/parcels.ts'
import type { Attempt } from '../../queries/sent-order.ts'

/** What of its attempt is in a parcel, and whether that won't arrive. */
export type Contents = { items: { orderItemId: string; quantity: number }[]; isLost: boolean }

/** What is not told any more stays known, and what has left or arrived has done so for good. */
export function parcelAfter(
  { companyId, id: fulfillmentId }: Attempt,
  before: Parcel | null,
  told: PackageNews,
  at: Date,
): Parcel {
  return {
    companyId,
    id: before?.id ?? newId(),
    fulfillmentId,
    packageNumber: told.packageNumber,
    carrier: told.carrier ?? before?.carrier ?? null,
    trackingNumber: told.trackingNumber ?? before?.trackingNumber ?? null,
    carrierStatus: told.carrierStatus ?? before?.carrierStatus ?? null,
    estimatedArrival: told.estimatedArrival ?? before?.estimatedArrival ?? null,
    shippedAt: before?.shippedAt ?? told.shippedAt,
    deliveredAt: before?.deliveredAt ?? told.deliveredAt,
    checkedAt: told.carrierStatus === null ? (before?.checkedAt ?? null) : at,
    reportedAt: before?.reportedAt ?? null,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
}

export function contentsOf(attempt: Attempt, { lines, isLost }: PackageNews): Contents {
  const byItem = Map.groupBy(lines, ({ itemId }) => itemId)
  const items = attempt.items.flatMap(({ orderItemId }) => {
    const quantity = (byItem.get(orderItemId) ?? []).reduce((units, line) => units + line.quantity, 0)
    return quantity > 0 ? [{ orderItemId, quantity }] : []
  })
  return { items, isLost }
}
