import { createHash } from 'node:crypto'

type SoldOrder = { channelId: string | null; externalOrderId: string }

/**
 * Idempotency key of a fulfillment: Amazon ships each `sellerFulfillmentOrderId` once. It is derived from the channel's
 * own order id, not from ids of ours, so that an order which comes in again after a restore gets the same one.
 */
export const sellerFulfillmentOrderId = ({ channelId, externalOrderId }: SoldOrder, attempt: number): string =>
  `LS-${hashOf([channelId, externalOrderId])}-${attempt}`

/** Idempotency key of a parcel that the seller ships himself: an order has each tracking number once. */
export const ownParcelId = ({ channelId, externalOrderId }: SoldOrder, trackingNumber: string): string =>
  `OWN-${hashOf([channelId, externalOrderId, normalTrackingNumber(trackingNumber)])}`

/** Carriers print their numbers in groups and read them in any case. */
export const normalTrackingNumber = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

function hashOf(names: readonly (string | null)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(names)).digest()
  return Array.from(digest.subarray(0, letters), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** 12 letters of 32: among ten million orders of a seller the chance of a collision is one in 20,000. */
const letters = 12

/** Crockford's base 32: no letters that are confused when read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
