import type { ParcelChange } from './keep-packages.ts'

/** A parcel that has left gets its tracking number within hours, or never. */
const hoursForNumber = 6

/** Whether the channel is to hear of a parcel now: once it has left, and again when its number is another. */
export function shouldReportShipment({ before, after }: ParcelChange, now: Date): boolean {
  const { shippedAt, deliveredAt, trackingNumber, reportedAt } = after
  if (!shippedAt) return false
  if (reportedAt) return trackingNumber !== before?.trackingNumber
  const hasWaited = now.getTime() - shippedAt.getTime() > hoursForNumber * 3_600_000
  return trackingNumber !== null || deliveredAt !== null || hasWaited
}
