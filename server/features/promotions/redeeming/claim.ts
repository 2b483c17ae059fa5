/** What an order says of promotions: the codes that its channel told of, and what that took off. */
export type PromotionClaim = {
  orderId: string
  channelId: string
  placedAt: Date
  currency: string
  lines: readonly { unitPrice: string; quantity: number }[]
  /** As they were typed. */
  codes: readonly string[]
  discount: string
  /** The prices are told with the promotions in them, so that the discount says nothing of these. */
  isInPrices: boolean
  /** The cart of a quote, whose reserved uses become the order's. */
  cartReference: string | null
}

/** An order that says nothing of promotions has none. */
export const claimsAnyPromotion = ({ codes, discount }: Pick<PromotionClaim, 'codes' | 'discount'>): boolean =>
  codes.length > 0 || discount !== '0.00'
