import { formatMoney, fromCents, toCents } from '#contract/money.ts'
import { allocate, priceCart } from '#contract/pricing/price-cart.ts'
import type { PricedCart, PricedPromotion, PromotionRule, PromotionRules } from '#contract/pricing/promotion-rule.ts'
import { codeKey } from '#contract/promotion-code.ts'
import type { PromotionOutcome } from '#contract/promotion-state.ts'

/** A promotion that the order used, and what of the order's discount is due to it. */
export type UsedPromotion = { promotionId: string; name: string; discount: string }

/** `difference` says in a sentence for people how the channel's discount differs from ours. */
export type DiscountAttribution = { used: readonly UsedPromotion[]; difference: string | null }

/**
 * Which promotions an order has used, by the discount that its channel gave. A shop may leave our automatic promotions out,
 * and may have codes and sales of its own: only where a code of ours is claimed can its discount be wrong.
 */
export function attributeDiscount(book: PromotionRules, claim: PromotionClaim): DiscountAttribution {
  const entered = new Set(claim.codes.map(codeKey))
  const claimed = book.promotions.filter(({ code }) => code !== null && entered.has(codeKey(code)))
  const automatic = book.promotions.filter(({ code }) => code === null)
  const price = (promotions: readonly PromotionRule[]) =>
    priceCart({ ...book, promotions }, { ...claim, at: claim.placedAt })
  const byCodes = price(claimed)
  if (claim.isInPrices) return { used: shared(byCodes.promotions.filter(mayBeInPrices), 0n), difference: null }
  const ways = [price([...claimed, ...automatic]), byCodes]
  const exact = ways.find(({ discount }) => discount === claim.discount)
  if (!exact && claimed.length === 0) return { used: [], difference: null }
  const fitting = exact ?? ways.find((priced) => isRounded(priced, claim))
  if (fitting) return { used: usedIn(fitting, claim), difference: null }
  const isExplained = byCodes.unknownCodes.length > 0 && toCents(claim.discount) > toCents(byCodes.discount)
  return { used: usedIn(byCodes, claim), difference: isExplained ? null : differenceText(byCodes, claim) }
}

/** What prices say that have the discount in them is not what a promotion asks for: only its own state tells. */
const mayBeInPrices = ({ outcome }: PricedPromotion): boolean => !closedOutcomes.has(outcome)

const closedOutcomes: ReadonlySet<PromotionOutcome> = new Set([
  'inactive',
  'scheduled',
  'expired',
  'used_up',
  'other_channel',
])

/**
 * Shops round by the unit or the line, and what is left over of the total's cents counts with the discount: a cent for each
 * unit and one more, as long as that is little beside the discount.
 */
function isRounded({ discount }: PricedCart, claim: PromotionClaim): boolean {
  const [ours, theirs] = [toCents(discount), toCents(claim.discount)]
  const units = claim.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const most = lower(BigInt(units + 1), ours / 10n)
  return (ours > theirs ? ours - theirs : theirs - ours) <= (most > 0n ? most : 1n)
}

/** The promotions that were applied, with no more than the channel took off. */
const usedIn = ({ promotions, discount }: PricedCart, claim: PromotionClaim): UsedPromotion[] =>
  shared(promotions.filter(isApplied), lower(toCents(discount), toCents(claim.discount)))

const isApplied = ({ outcome }: PricedPromotion): boolean => outcome === 'applied'

const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const toUsed = ({ promotionId, code, title, discount }: PricedPromotion): UsedPromotion => ({
  promotionId,
  name: code ?? title,
  discount,
})

/** An amount, spread over promotions in proportion to what each would have taken off. */
function shared(applied: readonly PricedPromotion[], amount: bigint): UsedPromotion[] {
  const shares = allocate(
    amount,
    applied.map(({ discount }) => toCents(discount)),
  )
  return applied.map((promotion, index) => ({ ...toUsed(promotion), discount: fromCents(shares[index] ?? 0n) }))
}

function differenceText({ discount, promotions }: PricedCart, claim: PromotionClaim): string {
  const amount = (cents: string) => (cents === '0.00' ? 'nothing' : formatMoney(cents, claim.currency))
  const refused = promotions
    .filter((promotion) => !isApplied(promotion))
    .map(({ code, reason }) => ` ${code} does not apply. ${reason}`)
  return `Your promotions take ${amount(discount)} off, the channel took ${amount(claim.discount)} off.${refused.join('')}`
}

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
