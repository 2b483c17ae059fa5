import type { Call } from '../operation.ts'
import { denied } from '../refusal.ts'
import type { VendorRecords } from './book.ts'

/** The vendor who asks. */
export function getVendorOrThrow({ seller }: Call): VendorRecords {
  if (!seller.vendor) throw denied('The selling partner is no vendor.')
  return seller.vendor
}
