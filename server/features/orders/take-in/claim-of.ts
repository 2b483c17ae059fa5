import type { OrderData } from '#contract/intake.ts'
import { claimsAny, type Claim } from '#server/features/promotions/redeeming/claim.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import { readSummary } from '../promotion-summary.ts'
import { priceOrder } from './amounts.ts'

type Placed = Pick<Claim, 'orderId' | 'channelId' | 'placedAt'>

/** What a channel tells of an order's promotions. */
export const claimOf = (placed: Placed, order: OrderData): Claim => ({
  ...placed,
  currency: order.currency,
  lines: order.items,
  codes: order.promotionCodes ?? [],
  discount: priceOrder(order).amounts.discountAmount,
  isInPrices: order.arePromotionsInPrices ?? false,
  cartReference: order.cartReference ?? null,
})

/** The same of an order that is here; null where nothing has changed that promotions depend on. */
export function changedClaim(known: OrderToChange, order: OrderData): Claim | null {
  const { id: orderId, channelId, placedAt } = known
  const [before, after] = [knownClaim(known), claimOf({ orderId, channelId, placedAt }, order)]
  return (claimsAny(before) || claimsAny(after)) && priceFacts(before) !== priceFacts(after) ? after : null
}

type Facts = Pick<Claim, 'currency' | 'lines' | 'codes' | 'discount' | 'isInPrices'>

function knownClaim({ currency, lines, promotionSummary, discountAmount }: OrderToChange): Facts {
  const { codes, areInPrices } = readSummary(promotionSummary)
  return { currency, lines, codes, discount: discountAmount, isInPrices: areInPrices }
}

const priceFacts = ({ currency, lines, codes, discount, isInPrices }: Facts): string =>
  JSON.stringify([
    currency,
    lines.map(({ unitPrice, quantity }) => `${quantity} × ${unitPrice}`).toSorted(),
    codes,
    discount,
    isInPrices,
  ])
