/** An order that a customer placed on Amazon itself, as far as asking for a review goes. */
export type AmazonOrder = {
  amazonOrderId: string
  marketplaceId: string
  /** When its parcels were delivered; null while one is on its way. */
  delivered: { earliest: string; latest: string } | null
  solicitedAt: string | null
}

/** By Amazon's order id. */
export type AmazonOrderRecords = Record<string, AmazonOrder>
