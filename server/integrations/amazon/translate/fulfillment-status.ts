import type { FulfillmentStatus } from '#contract/order-status.ts'
import { readPackageStatus } from './package-status.ts'
import { readShipmentStatus } from './shipment-status.ts'
import { matchSpelling } from './word.ts'

export const amazonOrderStatuses = [
  'New',
  'Received',
  'Planning',
  'Processing',
  'Complete',
  'CompletePartialled',
  'Cancelled',
  'Unfulfillable',
  'Invalid',
] as const

/** All in Amazon's spelling, as last read. `packages` is null for those whose tracking was not read. */
export type AmazonStatuses = {
  order: string
  shipments: readonly { status: string; packages: readonly (string | null)[] }[]
}

export type StatusReading = {
  /** Null when Amazon used a word we don't know: then nothing is known of where it stands. */
  status: FulfillmentStatus | null
  /** Rejected as such, not for want of stock. */
  isInvalid: boolean
  /** Some units were never sent. */
  isPartial: boolean
  /** Some package won't reach the customer. */
  hasLostPackage: boolean
  /** Words of Amazon's that we don't know yet. */
  unknownWords: string[]
}

export function readFulfillmentStatus(words: AmazonStatuses): StatusReading {
  const order = matchSpelling(amazonOrderStatuses, words.order)
  const shipped = words.shipments.filter(({ status }) => readShipmentStatus(status) === 'shipped')
  const packages = shipped.flatMap((shipment) => shipment.packages)
  const progress = packages.map((spelled) => spelled && readPackageStatus(spelled))
  const isDelivered = progress.length > 0 && progress.every((one) => one === 'delivered')
  return {
    status: order && toFulfillmentStatus(order, { isShipped: shipped.length > 0, isDelivered }),
    isInvalid: order === 'Invalid',
    isPartial: order === 'CompletePartialled',
    hasLostPackage: progress.includes('lost'),
    unknownWords: unknownWords(words),
  }
}

/** Amazon has no order that is delivered: that is in the tracking of its packages. */
function toFulfillmentStatus(
  order: (typeof amazonOrderStatuses)[number],
  { isShipped, isDelivered }: { isShipped: boolean; isDelivered: boolean },
): FulfillmentStatus {
  switch (order) {
    case 'New':
      return 'submitted'
    case 'Received':
      return 'received'
    case 'Planning':
      return 'planning'
    case 'Processing':
      return isShipped ? 'shipped' : 'processing'
    case 'Complete':
    case 'CompletePartialled':
      return isDelivered ? 'delivered' : 'shipped'
    case 'Cancelled':
      return 'cancelled'
    case 'Unfulfillable':
    case 'Invalid':
      return 'unfulfillable'
  }
}

function unknownWords({ order, shipments }: AmazonStatuses): string[] {
  const packages = shipments.flatMap((shipment) => shipment.packages).filter((spelled) => spelled !== null)
  return [
    ...(matchSpelling(amazonOrderStatuses, order) ? [] : [order]),
    ...shipments.map(({ status }) => status).filter((status) => !readShipmentStatus(status)),
    ...packages.filter((spelled) => !readPackageStatus(spelled)),
  ]
}
