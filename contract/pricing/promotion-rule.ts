import { locale, t } from '../i18n.ts'
import { formatMoney, fromCents, toCents } from '../money.ts'
import { codeKey } from '../promotion-code.ts'
import { type PromotionOutcome, promotionState, type PromotionTerms, type PromotionType } from '../promotion-state.ts'

/** The cart data that promotions are checked against. */
export type CartToCheck = Pick<Cart, 'channelId' | 'currency' | 'at'> & {
  subtotal: bigint
  /** Keys of the entered codes (`codeKey`). */
  entered: ReadonlySet<string>
  sellerCurrency: string
  timeZone: string
}

/** `amount` is its discount if applied alone; `obstacle` is why it cannot be applied. */
export type CheckedPromotion = { rule: PromotionRule; amount: bigint; obstacle: Obstacle | null }

type Obstacle = { outcome: PromotionOutcome; reason: string }

/** Checks whether a promotion alone applies to a cart. */
export function checkPromotion(rule: PromotionRule, cart: CartToCheck): CheckedPromotion {
  const obstacle = stateObstacle(rule, cart) ?? cartObstacle(rule, cart)
  if (obstacle) return { rule, amount: 0n, obstacle }
  const amount = amountOf(rule, cart.subtotal)
  if (amount > 0n) return { rule, amount, obstacle: null }
  return { rule, amount, obstacle: { outcome: 'takes_nothing_off', reason: t('No discount on this cart.') } }
}

function stateObstacle(rule: PromotionRule, { at, timeZone }: CartToCheck): Obstacle | null {
  const state = promotionState(rule, at)
  if (state === 'inactive') return { outcome: state, reason: t('Turned off.') }
  if (state === 'scheduled')
    return { outcome: state, reason: t('Starts on {time}.', { time: formatTime(rule.startsAt, timeZone) }) }
  if (state === 'expired')
    return { outcome: state, reason: t('Ended on {time}.', { time: formatTime(rule.endsAt, timeZone) }) }
  if (state === 'used_up') return { outcome: state, reason: usedUpText(rule) }
  return null
}

function cartObstacle(rule: PromotionRule, cart: CartToCheck): Obstacle | null {
  const { code, channelIds, minSubtotal, type } = rule
  const { channelId, currency, entered, sellerCurrency, subtotal } = cart
  if (channelIds.length > 0 && (channelId === null || !channelIds.includes(channelId))) {
    return { outcome: 'other_channel', reason: t('Not valid for this channel.') }
  }
  if (code !== null && !entered.has(codeKey(code))) {
    return { outcome: 'code_not_entered', reason: t('Code not entered.') }
  }
  if (currency !== sellerCurrency && (type === 'flat' || minSubtotal !== null)) {
    return {
      outcome: 'other_currency',
      reason: t('The promotion is in {sellerCurrency}, but the cart is in {currency}.', { sellerCurrency, currency }),
    }
  }
  if (minSubtotal !== null && subtotal < toCents(minSubtotal)) {
    const missing = formatMoney(fromCents(toCents(minSubtotal) - subtotal), currency)
    return {
      outcome: 'below_minimum',
      reason: t('Minimum order {minimum}: {missing} more needed.', {
        minimum: formatMoney(minSubtotal, currency),
        missing,
      }),
    }
  }
  return null
}

/** A percentage is rounded half up to the cent. */
function amountOf({ type, value }: PromotionRule, subtotal: bigint): bigint {
  const wanted = type === 'flat' ? toCents(value) : (subtotal * toCents(value) + 5_000n) / 10_000n
  return wanted < subtotal ? wanted : subtotal
}

const usedUpText = ({ maxRedemptions }: PromotionRule): string =>
  t('{count, plural, one {Limit of # use reached.} other {Limit of # uses reached.}}', { count: maxRedemptions ?? 0 })

/** Such as `Mar 2, 2026, 9:05 AM UTC`. */
const formatTime = (moment: Date | string | null, timeZone: string): string =>
  moment === null ? '' : formatOf(timeZone).format(new Date(moment))

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale(), { ...momentParts, timeZone })
  formats.set(timeZone, format)
  return format
}

const momentParts = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** Formatters by time zone, because creating one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The rules of a promotion for carts. Amounts are decimals with two digits in the seller's currency. */
export type PromotionRule = PromotionTerms & {
  id: string
  /** Null for a promotion that applies automatically. */
  code: string | null
  title: string
  type: PromotionType
  value: string
  minSubtotal: string | null
  /** Redeemed uses plus those reserved by other carts. */
  redemptionCount: number
  /** Empty means all channels. */
  channelIds: readonly string[]
  isStackable: boolean
}

/** The promotions of one seller, with the currency of their amounts and the time zone for texts. */
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
  /** Its discount; 0.00 unless it was applied. */
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
