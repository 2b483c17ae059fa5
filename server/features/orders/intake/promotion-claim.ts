import type { OrderData } from '#contract/intake.ts'
import { claimsAnyPromotion, type PromotionClaim } from '#server/features/promotions/redemptions/attribute-discount.ts'
import type { OrderToChange } from './revision-queries.ts'
import { parsePromotionSummary } from './order-rows.ts'
import { priceOrder } from './amounts.ts'

type PlacedOrder = Pick<PromotionClaim, 'orderId' | 'channelId' | 'placedAt'>

/** Promotion claim of an incoming order. */
export const toPromotionClaim = (placed: PlacedOrder, order: OrderData): PromotionClaim => ({
  ...placed,
  currency: order.currency,
  lines: order.items,
  codes: order.promotionCodes ?? [],
  discount: priceOrder(order).amounts.discountAmount,
  isInPrices: order.arePromotionsInPrices ?? false,
  cartReference: order.cartReference ?? null,
})

/** Claim of a revised order; null when nothing changed that promotions depend on, and without a channel. */
export function changedPromotionClaim(known: OrderToChange, order: OrderData): PromotionClaim | null {
  const { id: orderId, channelId, placedAt } = known
  if (channelId === null) return null
  const [before, after] = [claimFactsOf(known), toPromotionClaim({ orderId, channelId, placedAt }, order)]
  return (claimsAnyPromotion(before) || claimsAnyPromotion(after)) && claimKey(before) !== claimKey(after)
    ? after
    : null
}

type ClaimFacts = Pick<PromotionClaim, 'currency' | 'lines' | 'codes' | 'discount' | 'isInPrices'>

function claimFactsOf({ currency, lines, promotionSummary, discountAmount }: OrderToChange): ClaimFacts {
  const { codes, areInPrices } = parsePromotionSummary(promotionSummary)
  return { currency, lines, codes, discount: discountAmount, isInPrices: areInPrices }
}

const claimKey = ({ currency, lines, codes, discount, isInPrices }: ClaimFacts): string =>
  JSON.stringify([
    currency,
    lines.map(({ unitPrice, quantity }) => `${quantity} × ${unitPrice}`).toSorted(),
    codes,
    discount,
    isInPrices,
  ])
