import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, toCents } from '../money.ts'
import { priceCart } from './price-cart.ts'
import type { Cart, PromotionRule } from './promotion-rule.ts'

const now = new Date('2026-11-15T12:00:00Z')
const moments = fc.constantFrom(null, new Date('2026-11-14T12:00:00Z'), now, new Date('2026-11-16T12:00:00Z'))
const money = (most: number) => fc.integer({ min: 0, max: most }).map((cents) => fromCents(BigInt(cents)))
const codes = ['FALL10', 'spring', 'Vip']
const currencies = ['USD', 'USD', 'USD', 'EUR']

const rules: fc.Arbitrary<PromotionRule[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom('percent' as const, 'flat' as const),
      value: money(10_000),
      minSubtotal: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, money(20_000)),
      maxRedemptions: fc.constantFrom(null, null, null, 1, 5),
      redemptionCount: fc.constantFrom(0, 0, 1),
      channelIds: fc.constantFrom([], [], ['shop'], ['outlet'], ['shop', 'outlet']),
      isStackable: fc.boolean(),
      isActive: fc.constantFrom(true, true, true, false),
      startsAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, moments),
      endsAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, moments),
      hasCode: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ hasCode, ...rule }, index) => ({
      ...rule,
      id: `p${index}`,
      title: `Promotion ${index}`,
      code: (hasCode && codes[index]) || null,
    })),
  )

const carts: fc.Arbitrary<Cart> = fc.record({
  lines: fc.array(fc.record({ unitPrice: money(12_000), quantity: fc.integer({ min: 1, max: 4 }) }), { maxLength: 7 }),
  codes: fc.subarray(['fall10 ', 'SPRING', 'VIP', 'nobody']),
  channelId: fc.constantFrom('shop', 'outlet', null),
  currency: fc.constantFrom(...currencies),
  at: fc.constant(now),
})

const price = (promotions: PromotionRule[], cart: Cart) =>
  priceCart({ promotions, currency: 'USD', timeZone: 'UTC' }, cart)
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + toCents(amount), 0n)

const always = (check: (promotions: PromotionRule[], cart: Cart) => void) =>
  fc.assert(fc.property(rules, carts, check), { numRuns: 2_000 })

test('no total is negative, no discount exceeds the subtotal, and all amounts add up to the cent', () => {
  always((promotions, cart) => {
    const priced = price(promotions, cart)
    const [subtotal, discount] = [toCents(priced.subtotal), toCents(priced.discount)]
    expect(discount >= 0n && discount <= subtotal).toBe(true)
    expect(toCents(priced.total)).toBe(subtotal - discount)
    expect(sum(priced.lines.map((line) => line.discount))).toBe(discount)
    expect(sum(priced.lines.map((line) => line.subtotal))).toBe(subtotal)
    expect(sum(priced.promotions.map((promotion) => promotion.discount))).toBe(discount)
    for (const line of priced.lines) {
      expect(toCents(line.discount) >= 0n && toCents(line.discount) <= toCents(line.subtotal)).toBe(true)
      expect(toCents(line.total)).toBe(toCents(line.subtotal) - toCents(line.discount))
    }
  })
})

/** What is allowed, worked out anew and without cleverness: every set of promotions, each judged by the words of the rules. */
function bruteForce(promotions: PromotionRule[], cart: Cart): { discount: bigint; fewest: number } {
  const subtotal = cart.lines.reduce((total, line) => total + toCents(line.unitPrice) * BigInt(line.quantity), 0n)
  const typed = cart.codes.map((code) => code.trim().toUpperCase())
  const fits = promotions.filter(
    (rule) =>
      rule.isActive &&
      (!rule.startsAt || Number(rule.startsAt) <= now.getTime()) &&
      (!rule.endsAt || Number(rule.endsAt) > now.getTime()) &&
      (rule.maxRedemptions === null || rule.redemptionCount < rule.maxRedemptions) &&
      (rule.channelIds.length === 0 || (cart.channelId !== null && rule.channelIds.includes(cart.channelId))) &&
      (rule.code === null || typed.includes(rule.code.toUpperCase())) &&
      (cart.currency === 'USD' || (rule.type === 'percent' && rule.minSubtotal === null)) &&
      (rule.minSubtotal === null || subtotal >= toCents(rule.minSubtotal)),
  )
  const amountOf = ({ type, value }: PromotionRule) => {
    if (type === 'flat') return toCents(value)
    const tenThousandths = subtotal * toCents(value)
    return tenThousandths / 10_000n + (tenThousandths % 10_000n >= 5_000n ? 1n : 0n)
  }
  let best = { discount: 0n, fewest: 0 }
  for (let set = 0; set < 2 ** fits.length; set += 1) {
    const chosen = fits.filter((_, index) => Math.floor(set / 2 ** index) % 2 === 1)
    if (chosen.length > 1 && chosen.some(({ isStackable }) => !isStackable)) continue
    const wanted = chosen.reduce((total, rule) => total + amountOf(rule), 0n)
    const discount = wanted < subtotal ? wanted : subtotal
    const isBetter = discount > best.discount || (discount === best.discount && chosen.length < best.fewest)
    if (isBetter) best = { discount, fewest: chosen.length }
  }
  return best
}

test('the customer gets the largest allowed discount with as few promotions as possible', () => {
  always((promotions, cart) => {
    const priced = price(promotions, cart)
    const { discount, fewest } = bruteForce(promotions, cart)
    expect(toCents(priced.discount)).toBe(discount)
    expect(priced.promotions.filter(({ outcome }) => outcome === 'applied')).toHaveLength(fewest)
  })
})

test('every promotion and every code has an outcome', () => {
  always((promotions, cart) => {
    const priced = price(promotions, cart)
    expect(priced.promotions.map(({ promotionId }) => promotionId)).toEqual(promotions.map(({ id }) => id))
    for (const { outcome, discount, reason } of priced.promotions) {
      expect(outcome === 'applied').toBe(toCents(discount) > 0n)
      expect(reason).toMatch(/^\S.+\.$/)
    }
    const told = new Set(priced.promotions.flatMap(({ code }) => code?.toLowerCase() ?? []))
    const untold = cart.codes.filter((code) => !told.has(code.trim().toLowerCase()))
    expect(priced.unknownCodes).toEqual(untold)
  })
})

test('the order of promotions changes nothing', () => {
  always((promotions, cart) => {
    const byId = (priced: ReturnType<typeof price>) =>
      new Map(priced.promotions.map((promotion) => [promotion.promotionId, promotion.discount]))
    const [there, back] = [price(promotions, cart), price(promotions.toReversed(), cart)]
    expect(byId(back)).toEqual(new Map(byId(there)))
    expect(back.lines).toEqual(there.lines)
  })
})
