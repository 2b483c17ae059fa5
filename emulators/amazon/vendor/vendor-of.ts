import type { Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import type { VendorBook } from './book.ts'
import { settle } from './settle.ts'

/** The vendor who asks, with everything done that was due. */
export function vendorOf({ seller, now }: Call): VendorBook {
  if (!seller.vendor) {
    throw new Refusal(
      403,
      'Unauthorized',
      'Access to requested resource is denied.',
      'The selling partner is no vendor.',
    )
  }
  settle(seller.vendor, now)
  return seller.vendor
}
