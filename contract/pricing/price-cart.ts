import { formatMoney, fromCents, toCents } from '../money.ts'
import { codeKey } from '../promotion-code.ts'
import type { PromotionOutcome } from '../promotion-words.ts'
import { allocate } from './allocate.ts'
import { choosePromotions, type ChosenPromotions } from './choose.ts'
import { checkPromotion, type CheckedPromotion } from './judge.ts'
import type { Cart, PricedCart, PricedPromotion, PromotionRule, PromotionRules } from './rule.ts'

/**
 * What a cart costs after promotions, and what became of each promotion. A percentage is of the subtotal; what several
 * take off is added up. See `docs/decisions/0013`.
 */
export function priceCart({ promotions, currency: sellerCurrency, timeZone }: PromotionRules, cart: Cart): PricedCart {
  const lines = cart.lines.map(({ unitPrice, quantity }) => toCents(unitPrice) * BigInt(quantity))
  const subtotal = sumOf(lines)
  const codes = new Map(cart.codes.map((code) => [codeKey(code), code]))
  const cartToCheck = { ...cart, subtotal, entered: new Set(codes.keys()), sellerCurrency, timeZone }
  const checked = promotions.map((rule) => checkPromotion(rule, cartToCheck))
  const chosen = choosePromotions(
    checked.filter(({ obstacle }) => obstacle === null),
    subtotal,
  )
  const discount = sumOf([...chosen.values()])
  const shares = allocate(discount, lines)
  const choice = { chosen, refusal: lossReasons(checked, chosen), isCovered: discount === subtotal, cart }
  for (const { code } of promotions) if (code !== null) codes.delete(codeKey(code))
  return {
    ...amounts(subtotal, discount),
    lines: lines.map((line, index) => amounts(line, shares[index] ?? 0n)),
    promotions: checked.map((one) => explain(one, choice)),
    unknownCodes: [...codes.values()],
  }
}

const sumOf = (cents: readonly bigint[]): bigint => cents.reduce((sum, amount) => sum + amount, 0n)

const amounts = (subtotal: bigint, discount: bigint) => ({
  subtotal: fromCents(subtotal),
  discount: fromCents(discount),
  total: fromCents(subtotal - discount),
})

type Choice = { chosen: ChosenPromotions; refusal: LossReasons; isCovered: boolean; cart: Cart }

function explain(
  { rule, amount, obstacle }: CheckedPromotion,
  { chosen, refusal, isCovered, cart }: Choice,
): PricedPromotion {
  if (obstacle) return toPricedPromotion(rule, obstacle.outcome, obstacle.reason)
  const share = chosen.get(rule.id)
  if (share !== undefined) {
    const discount = fromCents(share)
    const words = `It takes ${formatMoney(discount, cart.currency)} off`
    return toPricedPromotion(rule, 'applied', share < amount ? `${words}, all that was left.` : `${words}.`, discount)
  }
  if (isCovered) return toPricedPromotion(rule, 'not_needed', 'The cart costs nothing without it.')
  return toPricedPromotion(rule, 'not_combined', rule.isStackable ? refusal.stackable : refusal.alone)
}

const toPricedPromotion = (
  { id: promotionId, code, title }: PromotionRule,
  outcome: PromotionOutcome,
  reason: string,
  discount = '0.00',
): PricedPromotion => ({ promotionId, code, title, outcome, discount, reason })

const maxNamed = 3
const inARow = new Intl.ListFormat('en-US')

type LossReasons = { stackable: string; alone: string }

/** What is said to all that lost to the chosen ones: written once, since there may be a thousand of them. */
function lossReasons(checked: readonly CheckedPromotion[], chosen: ChosenPromotions): LossReasons {
  const names = checked.filter(({ rule }) => chosen.has(rule.id)).map(({ rule }) => rule.code ?? rule.title)
  const more = names.length - maxNamed
  const winners = inARow.format([...names.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])])
  return {
    stackable: `It can’t go with ${winners}, which takes off at least as much.`,
    alone: `It can’t be combined, and ${winners} ${names.length === 1 ? 'takes' : 'take'} off at least as much.`,
  }
}
