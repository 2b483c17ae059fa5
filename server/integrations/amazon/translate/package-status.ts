import { matchSpelling } from './word.ts'

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

/** `lost`: it won't reach the customer, and somebody should know. `untold`: nothing about the way to the customer. */
export type PackageProgress = 'on_its_way' | 'delivered' | 'lost' | 'untold'

/** Null for a word we don't know. */
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
