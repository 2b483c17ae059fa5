import { locale, t } from '../i18n.ts'
import { formatMoney, fromCents, toCents } from '../money.ts'
import { codeKey } from '../promotion-code.ts'
import type { PromotionOutcome } from '../promotion-state.ts'
import {
  type Cart,
  type CheckedPromotion,
  checkPromotion,
  type PricedCart,
  type PricedPromotion,
  type PromotionRule,
  type PromotionRules,
} from './promotion-rule.ts'

/**
 * Prices a cart with promotions and explains the outcome of each promotion. Percentages apply to the subtotal; discounts of several
 * promotions are added. See `docs/decisions/0013`.
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
  const choice = { chosen, refusal: lossReason(checked, chosen), isCovered: discount === subtotal, cart }
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

type Choice = { chosen: ChosenPromotions; refusal: string; isCovered: boolean; cart: Cart }

function explain(
  { rule, amount, obstacle }: CheckedPromotion,
  { chosen, refusal, isCovered, cart }: Choice,
): PricedPromotion {
  if (obstacle) return toPricedPromotion(rule, obstacle.outcome, obstacle.reason)
  const share = chosen.get(rule.id)
  if (share !== undefined) {
    const discount = fromCents(share)
    const values = { discount: formatMoney(discount, cart.currency) }
    const reason = share < amount ? t('{discount} off, the full amount left.', values) : t('{discount} off.', values)
    return toPricedPromotion(rule, 'applied', reason, discount)
  }
  if (isCovered) return toPricedPromotion(rule, 'not_needed', t('Not needed: the cart is already free.'))
  return toPricedPromotion(rule, 'not_combined', refusal)
}

const toPricedPromotion = (
  { id: promotionId, code, title }: PromotionRule,
  outcome: PromotionOutcome,
  reason: string,
  discount = '0.00',
): PricedPromotion => ({ promotionId, code, title, outcome, discount, reason })

const maxNamed = 3

/** The reason for promotions that were not chosen; built once, because there may be a thousand of them. */
function lossReason(checked: readonly CheckedPromotion[], chosen: ChosenPromotions): string {
  const names = checked.filter(({ rule }) => chosen.has(rule.id)).map(({ rule }) => rule.code ?? rule.title)
  const more = names.length - maxNamed
  const winners = new Intl.ListFormat(locale()).format([
    ...names.slice(0, maxNamed),
    ...(more > 0 ? [t('{more} more', { more })] : []),
  ])
  return t('Can’t be combined with {winners} (bigger discount).', { winners })
}

/** The applied promotions by id, with their discounts in cents. */
type ChosenPromotions = ReadonlyMap<string, bigint>

/**
 * Chooses the promotions with the largest allowed discount, and as few of them as possible, so that no limited use is wasted: one
 * promotion alone, or stackable ones together. The discount never exceeds the subtotal.
 */
function choosePromotions(eligible: readonly CheckedPromotion[], subtotal: bigint): ChosenPromotions {
  const ranked = eligible.toSorted(byRank)
  const alone = ranked.slice(0, 1)
  const together = upTo(
    subtotal,
    ranked.filter(({ rule }) => rule.isStackable),
  )
  return together.discount > upTo(subtotal, alone).discount ? together.chosen : upTo(subtotal, alone).chosen
}

/** Largest discount first; for equal ones, promotions with an entered code first. */
function byRank(a: CheckedPromotion, b: CheckedPromotion): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1
  if ((a.rule.code === null) !== (b.rule.code === null)) return a.rule.code === null ? 1 : -1
  return a.rule.id < b.rule.id ? -1 : 1
}

/** Takes promotions in this order until the subtotal is reached; the last one takes the rest. */
function upTo(
  subtotal: bigint,
  ranked: readonly CheckedPromotion[],
): { discount: bigint; chosen: Map<string, bigint> } {
  const chosen = new Map<string, bigint>()
  let discount = 0n
  for (const { rule, amount } of ranked) {
    if (discount === subtotal) break
    const share = amount < subtotal - discount ? amount : subtotal - discount
    chosen.set(rule.id, share)
    discount += share
  }
  return { discount, chosen }
}

/**
 * Allocates an amount to parts proportionally, to the cent (largest remainder method): each part gets its share rounded down, and the
 * remaining cents go to the largest remainders. No part gets more than itself while the amount does not exceed the sum.
 */
export function allocate(amount: bigint, parts: readonly bigint[]): bigint[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole === 0n) return parts.map(() => 0n)
  const shares = parts.map((part, index) => ({ index, share: (amount * part) / whole, lost: (amount * part) % whole }))
  const left = amount - shares.reduce((sum, { share }) => sum + share, 0n)
  const favoured = new Set(
    shares
      .toSorted((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1))
      .slice(0, Number(left))
      .map(({ index }) => index),
  )
  return shares.map(({ index, share }) => (favoured.has(index) ? share + 1n : share))
}
