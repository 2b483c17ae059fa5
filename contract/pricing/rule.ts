import type { PromotionTerms } from '../promotion-state.ts'
import type { PromotionOutcome, PromotionType } from '../promotion-words.ts'

/** What a promotion says of carts. Amounts are decimals with two digits, in the seller's currency. */
export type PromotionRule = PromotionTerms & {
  id: string
  /** Without one it applies by itself. */
  code: string | null
  title: string
  type: PromotionType
  value: string
  minSubtotal: string | null
  /** Uses that are counted, and those that other carts keep for themselves. */
  redemptionCount: number
  /** None means every channel. */
  channelIds: readonly string[]
  isStackable: boolean
}

/** Promotions of one seller, with the currency that their amounts are in and the zone of the clocks that the seller reads. */
export type PromotionRules = { promotions: readonly PromotionRule[]; currency: string; timeZone: string }

export type Cart = {
  lines: readonly { unitPrice: string; quantity: number }[]
  /** As they were typed. */
  codes: readonly string[]
  channelId: string | null
  currency: string
  at: Date
}

export type PricedPromotion = {
  promotionId: string
  code: string | null
  title: string
  outcome: PromotionOutcome
  /** What it takes off; 0.00 unless it was applied. */
  discount: string
  /** Why, in a sentence. */
  reason: string
}

export type PricedCart = {
  subtotal: string
  discount: string
  total: string
  lines: { subtotal: string; discount: string; total: string }[]
  /** One for each promotion, in the order given. */
  promotions: PricedPromotion[]
  /** Codes that no promotion has. */
  unknownCodes: string[]
}
