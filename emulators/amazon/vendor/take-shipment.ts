import type { VendorRecords } from './book.ts'
import type { Shipment } from './requests/shipments.ts'

export function applyShipment(vendor: VendorRecords, sent: Shipment, at: string): string[] {
  const id = sent.vendorShipmentIdentifier
  const known = vendor.shipments[id]
  if (sent.transactionType === 'Cancel') {
    if (!known) return [`The shipment ${id} does not exist.`]
    delete vendor.shipments[id]
    return []
  }
  if (known) return [`The shipment ${id} exists already.`]
  vendor.shipments[id] = { asked: sent, createdAt: at }
  return []
}
