import { asMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
import { formatMoney, fromCents, toCents } from '#contract/money.ts'
import { allocate, priceCart } from '#contract/pricing/price-cart.ts'
import type { PricedCart, PricedPromotion, PromotionRule, PromotionRules } from '#contract/pricing/promotion-rule.ts'
import { codeKey } from '#contract/promotion-code.ts'
import type { PromotionOutcome } from '#contract/promotion-state.ts'

/** What an order states about promotions: the codes from the channel and the discount. */
export type PromotionClaim = {
  orderId: string
  channelId: string
  placedAt: Date
  currency: string
  lines: readonly { unitPrice: string; quantity: number }[]
  /** As the customer typed them. */
  codes: readonly string[]
  discount: string
  /** The channel sends prices after discount, so `discount` does not contain the promotions. */
  isInPrices: boolean
  /** The quoted cart, whose reserved uses pass to the order. */
  cartReference: string | null
}

/** Whether the order states any code or discount. */
export const claimsAnyPromotion = ({ codes, discount }: Pick<PromotionClaim, 'codes' | 'discount'>): boolean =>
  codes.length > 0 || discount !== '0.00'

/** A promotion that the order used, and its share of the order's discount. */
export type UsedPromotion = { promotionId: string; name: string; discount: string }

/** `difference` is a sentence on how the channel's discount differs from ours; null if it does not. */
export type DiscountAttribution = { used: readonly UsedPromotion[]; difference: Message | null }

/**
 * Finds out which promotions an order has used, by the discount that its channel gave. A shop may ignore our automatic
 * promotions and may have codes and sales of its own, so its discount can only be wrong if the order claims one of our
 * codes.
 */
export function attributeDiscount(rules: PromotionRules, claim: PromotionClaim): DiscountAttribution {
  const entered = new Set(claim.codes.map(codeKey))
  const claimed = rules.promotions.filter(({ code }) => code !== null && entered.has(codeKey(code)))
  const automatic = rules.promotions.filter(({ code }) => code === null)
  const price = (promotions: readonly PromotionRule[]) =>
    priceCart({ ...rules, promotions }, { ...claim, at: claim.placedAt })
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

/**
 * With the discount included in the prices, the cart's conditions cannot be checked, only the promotion's own state.
 */
const mayBeInPrices = ({ outcome }: PricedPromotion): boolean => !closedOutcomes.has(outcome)

const closedOutcomes: ReadonlySet<PromotionOutcome> = new Set([
  'inactive',
  'scheduled',
  'expired',
  'used_up',
  'other_channel',
])

/**
 * Rounding tolerance: shops round by unit or line, so the discounts may differ by one cent per unit plus one, but by no
 * more than a tenth of the discount.
 */
function isRounded({ discount }: PricedCart, claim: PromotionClaim): boolean {
  const [ours, theirs] = [toCents(discount), toCents(claim.discount)]
  const units = claim.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const most = lower(BigInt(units + 1), ours / 10n)
  return (ours > theirs ? ours - theirs : theirs - ours) <= (most > 0n ? most : 1n)
}

/** The applied promotions, with at most the discount that the channel gave. */
const usedIn = ({ promotions, discount }: PricedCart, claim: PromotionClaim): UsedPromotion[] =>
  shared(promotions.filter(isApplied), lower(toCents(discount), toCents(claim.discount)))

const isApplied = ({ outcome }: PricedPromotion): boolean => outcome === 'applied'

const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const toUsed = ({ promotionId, code, title, discount }: PricedPromotion): UsedPromotion => ({
  promotionId,
  name: code ?? title,
  discount,
})

/** Splits an amount over promotions in proportion to their own discounts. */
function shared(applied: readonly PricedPromotion[], amount: bigint): UsedPromotion[] {
  const shares = allocate(
    amount,
    applied.map(({ discount }) => toCents(discount)),
  )
  return applied.map((promotion, index) => ({ ...toUsed(promotion), discount: fromCents(shares[index] ?? 0n) }))
}

function differenceText({ discount, promotions }: PricedCart, claim: PromotionClaim): Message {
  const amount = (cents: string) => (cents === '0.00' ? say('nothing') : formatMoney(cents, claim.currency))
  const refused = promotions
    .filter((promotion) => !isApplied(promotion))
    .map(({ code, reason }) =>
      say('{code} does not apply. {reason}', { code: code ?? '', reason: asMessage(reason ?? '') }),
    )
  const amounts = say('Your promotions take {ours} off, the channel took {theirs} off.', {
    ours: amount(discount),
    theirs: amount(claim.discount),
  })
  return joinMessages([amounts, ...refused], ' ')
}
