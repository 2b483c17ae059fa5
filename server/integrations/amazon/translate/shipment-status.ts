import { matchSpelling } from './word.ts'

export const amazonShipmentStatuses = ['PENDING', 'SHIPPED', 'CANCELLED_BY_FULFILLER', 'CANCELLED_BY_SELLER'] as const

/** `replanned`: Amazon gave this shipment up and plans another at once. */
export type ShipmentStatus = 'waiting' | 'shipped' | 'replanned' | 'cancelled'

/** Null for a word we don't know. */
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
