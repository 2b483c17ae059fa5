import type { Call } from '../operation.ts'
import { denied } from '../refusal.ts'
import type { VendorBook } from './book.ts'

/** The vendor who asks. */
export function vendorOf({ seller }: Call): VendorBook {
  if (!seller.vendor) throw denied('The selling partner is no vendor.')
  return seller.vendor
}
