import { formatMoney } from '#contract/money.ts'
import type { PromotionClaim } from './claim.ts'
import type { RedemptionChange } from './plan-redemptions.ts'

/** What the order's timeline says of a promotion. */
export type PromotionTimelineEntry = {
  orderId: string
  event: `promotion.${'redeemed' | 'released'}`
  description: string
}

export function timelineEntryFor(
  { kind, redemption }: RedemptionChange,
  claims: readonly PromotionClaim[],
): PromotionTimelineEntry {
  const { orderId, name, discount } = redemption
  const { currency, isInPrices } = claims.find((claim) => claim.orderId === orderId) ?? {}
  if (kind === 'released') return { orderId, event: 'promotion.released', description: `${name} was given back.` }
  const description = isInPrices
    ? `${name} was used; the prices have it in them.`
    : `${name} ${kind === 'added' ? 'took' : 'now takes'} ${formatMoney(discount, currency)} off.`
  return { orderId, event: 'promotion.redeemed', description }
}
