import type { FulfillmentStatus } from '#contract/order-status.ts'
import { matchSpelling } from './amazon-values.ts'

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

/** The statuses of an order as Amazon spells them. A package is null when its tracking was not read. */
export type AmazonStatuses = {
  order: string
  shipments: readonly { status: string; packages: readonly (string | null)[] }[]
}

export type StatusReading = {
  /** Null when Amazon's order status is unknown. */
  status: FulfillmentStatus | null
  /** Amazon rejected the order itself, not for lack of stock. */
  isInvalid: boolean
  /** Some units were not shipped. */
  isPartial: boolean
  /** A package will not reach the customer. */
  hasLostPackage: boolean
  /** Statuses that we do not know yet. */
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

/** Amazon's order status never says delivered; that comes from the tracking of the packages. */
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

export const amazonShipmentStatuses = ['PENDING', 'SHIPPED', 'CANCELLED_BY_FULFILLER', 'CANCELLED_BY_SELLER'] as const

/** `replanned`: Amazon cancelled this shipment and plans another. */
export type ShipmentStatus = 'waiting' | 'shipped' | 'replanned' | 'cancelled'

/** Null for an unknown status. */
export function readShipmentStatus(spelled: string): ShipmentStatus | null {
  const word = matchSpelling(amazonShipmentStatuses, spelled)
  switch (word) {
    case 'PENDING':
      return 'waiting'
    case 'SHIPPED':
      return 'shipped'
    case 'CANCELLED_BY_FULFILLER':
      return 'replanned'
    case 'CANCELLED_BY_SELLER':
      return 'cancelled'
    case null:
      return null
  }
}

export const amazonPackageStatuses = [
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELAYED',
  'DELIVERY_ATTEMPTED',
  'AVAILABLE_FOR_PICKUP',
  'CUSTOMER_ACTION',
  'DELIVERED',
  'UNDELIVERABLE',
  'RETURNING',
  'RETURNED',
  'UNKNOWN',
  'PICKUP_SUCCESSFUL',
  'PICKUP_CANCELLED',
  'PICKUP_ATTEMPTED',
  'PICKUP_SCHEDULED',
  'RETURN_REQUEST_ACCEPTED',
  'REFUND_ISSUED',
  'RETURN_RECEIVED_IN_FC',
] as const

/**
 * `lost`: it will not reach the customer, and somebody must act. `untold`: it says nothing about the way to the
 * customer.
 */
export type PackageProgress = 'on_its_way' | 'delivered' | 'lost' | 'untold'

/** Null for an unknown status. */
export function readPackageStatus(spelled: string): PackageProgress | null {
  const word = matchSpelling(amazonPackageStatuses, spelled)
  switch (word) {
    case 'IN_TRANSIT':
    case 'OUT_FOR_DELIVERY':
    case 'DELAYED':
    case 'DELIVERY_ATTEMPTED':
    case 'AVAILABLE_FOR_PICKUP':
    case 'CUSTOMER_ACTION':
      return 'on_its_way'
    case 'DELIVERED':
      return 'delivered'
    case 'UNDELIVERABLE':
    case 'RETURNING':
    case 'RETURNED':
      return 'lost'
    case 'UNKNOWN':
    case 'PICKUP_SUCCESSFUL':
    case 'PICKUP_CANCELLED':
    case 'PICKUP_ATTEMPTED':
    case 'PICKUP_SCHEDULED':
    case 'RETURN_REQUEST_ACCEPTED':
    case 'REFUND_ISSUED':
    case 'RETURN_RECEIVED_IN_FC':
      return 'untold'
    case null:
      return null
  }
}
