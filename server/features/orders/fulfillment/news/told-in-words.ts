import type { FulfillmentStatus } from '#contract/order-status.ts'
import { joinWithLimit } from '../../attention/listed.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import type { OrderEffects } from './chapter.ts'
import type { ParcelChange } from './keep-packages.ts'
import type { FailureReason } from './word.ts'

type Entry = OrderEffects['entries'][number]

/** The entry of an attempt that has moved on. */
export function timelineEntry(
  { externalFulfillmentId: id }: Pick<Attempt, 'externalFulfillmentId'>,
  status: FulfillmentStatus,
  failure: FailureReason | null,
): Entry {
  const entry = { event: `fulfillment.${status}`, description: descriptionOf(id ?? '', status) }
  return failure ? { ...entry, reason: failure.reason } : entry
}

function descriptionOf(id: string, status: FulfillmentStatus): string {
  switch (status) {
    case 'pending':
      return `${id} is to be sent to Amazon.`
    case 'submitted':
      return `Amazon accepted ${id}.`
    case 'received':
      return `Amazon has checked ${id} and will ship it.`
    case 'planning':
      return `Amazon is planning the shipment of ${id}.`
    case 'processing':
      return `Amazon is packing ${id}.`
    case 'shipped':
      return `Amazon shipped ${id}.`
    case 'delivered':
      return `${id} has been delivered.`
    case 'cancelled':
      return `${id} was cancelled.`
    case 'unfulfillable':
      return `Amazon won’t ship ${id}.`
  }
}

/** What has happened to parcels since they were last told of. */
export const parcelEntries = (parcels: readonly Pick<ParcelChange, 'before' | 'after'>[]): Entry[] =>
  parcels.flatMap(({ before, after }) => {
    const { carrier, trackingNumber, packageNumber } = after
    const name = [carrier, trackingNumber].filter(Boolean).join(' ') || `number ${packageNumber}`
    const hasLeftNow = after.shippedAt !== null && !before?.shippedAt
    const hasOtherNumber =
      !hasLeftNow && after.shippedAt !== null && trackingNumber !== (before?.trackingNumber ?? null)
    const hasArrivedNow = after.deliveredAt !== null && !before?.deliveredAt
    return [
      ...(hasLeftNow ? [{ event: 'package.shipped', description: `A package left: ${name}.` }] : []),
      ...(hasOtherNumber ? [{ event: 'package.tracked', description: `A package is now tracked as ${name}.` }] : []),
      ...(hasArrivedNow ? [{ event: 'package.delivered', description: `A package was delivered: ${name}.` }] : []),
    ]
  })

/** The parcels that won't arrive, in a sentence that stays the same however often it is told. */
export function lostParcelAttention(parcels: readonly ParcelChange[]): OrderEffects['raised'] {
  const lost = parcels.filter(({ isLost, after }) => isLost && after.deliveredAt === null)
  if (lost.length === 0) return []
  const numbers = lost.map(({ after }) => after.packageNumber).toSorted()
  const packages = `${numbers.length === 1 ? 'Package' : 'Packages'} ${joinWithLimit(numbers)}`
  return [{ code: 'package_lost', reason: `${packages} won’t reach the customer, says the carrier.` }]
}
