import { describe, expect, test } from 'vitest'
import { priceCart } from './price-cart.ts'
import type { Cart, PromotionRule } from './promotion-rule.ts'

const now = new Date('2026-11-15T12:00:00Z')

const rule = (given: Partial<PromotionRule> = {}): PromotionRule => ({
  id: given.title ?? 'a',
  code: null,
  title: 'Fall sale',
  type: 'percent',
  value: '10.00',
  minSubtotal: null,
  maxRedemptions: null,
  redemptionCount: 0,
  channelIds: [],
  isStackable: false,
  isActive: true,
  startsAt: null,
  endsAt: null,
  ...given,
})

const cart = (given: Partial<Cart> = {}): Cart => ({
  lines: [{ unitPrice: '19.00', quantity: 2 }],
  codes: [],
  channelId: 'shop',
  currency: 'USD',
  at: now,
  ...given,
})

const price = (promotions: PromotionRule[], given: Partial<Cart> = {}) =>
  priceCart({ promotions, currency: 'USD', timeZone: 'America/Los_Angeles' }, cart(given))

test('without promotions a cart costs its lines', () => {
  expect(price([])).toEqual({
    subtotal: '38.00',
    discount: '0.00',
    total: '38.00',
    lines: [{ subtotal: '38.00', discount: '0.00', total: '38.00' }],
    promotions: [],
    unknownCodes: [],
  })
})

describe('the discount of a promotion', () => {
  test('a percentage is of the subtotal, rounded half up', () => {
    expect(price([rule({ value: '12.50' })], { lines: [{ unitPrice: '0.60', quantity: 1 }] }).discount).toBe('0.08')
    expect(price([rule({ value: '12.50' })], { lines: [{ unitPrice: '0.59', quantity: 1 }] }).discount).toBe('0.07')
  })

  test('an amount is never more than the cart', () => {
    const { discount, total, promotions } = price([rule({ type: 'flat', value: '50.00' })])
    expect({ discount, total, reason: promotions[0]?.reason }).toEqual({
      discount: '38.00',
      total: '0.00',
      reason: '$38.00 off.',
    })
  })

  test('remaining cents go to the lines with the largest remainder', () => {
    const lines = [1, 1, 1].map(() => ({ unitPrice: '10.00', quantity: 1 }))
    const priced = price([rule({ type: 'flat', value: '1.00' })], { lines })
    expect(priced.lines.map(({ discount }) => discount)).toEqual(['0.34', '0.33', '0.33'])
  })
})

const fall = rule({ title: 'Fall', code: 'Fall10' })

describe('codes', () => {
  test.each(['FALL10', 'fall10', '  Fall10 '])('are recognized as %o', (code) => {
    expect(price([fall], { codes: [code] }).discount).toBe('3.80')
  })

  test('count once, however often they are typed', () => {
    expect(price([fall], { codes: ['fall10', 'FALL10'] }).discount).toBe('3.80')
  })

  test('that are unknown are returned as they were typed', () => {
    expect(price([fall], { codes: ['Nope', 'fall10', 'nope'] }).unknownCodes).toEqual(['nope'])
  })
})

describe('why a promotion was not applied', () => {
  const soon = new Date('2026-11-20T09:30:00Z')
  const past = new Date('2026-11-01T00:00:00Z')
  test.each<[string, Partial<PromotionRule>, Partial<Cart>, string]>([
    ['inactive', { isActive: false }, {}, 'Turned off.'],
    ['scheduled', { startsAt: soon }, {}, 'Starts on Nov 20, 2026, 1:30 AM PST.'],
    ['expired', { endsAt: past }, {}, 'Ended on Oct 31, 2026, 5:00 PM PDT.'],
    ['used_up', { maxRedemptions: 5, redemptionCount: 5 }, {}, 'Limit of 5 uses reached.'],
    ['used_up', { maxRedemptions: 1, redemptionCount: 1 }, {}, 'Limit of 1 use reached.'],
    ['other_channel', { channelIds: ['outlet'] }, {}, 'Not valid for this channel.'],
    ['other_channel', { channelIds: ['outlet'] }, { channelId: null }, 'Not valid for this channel.'],
    ['code_not_entered', { code: 'FALL10' }, {}, 'Code not entered.'],
    ['other_currency', { type: 'flat' }, { currency: 'EUR' }, 'The promotion is in USD, but the cart is in EUR.'],
    [
      'other_currency',
      { minSubtotal: '1.00' },
      { currency: 'EUR' },
      'The promotion is in USD, but the cart is in EUR.',
    ],
    ['below_minimum', { minSubtotal: '50.00' }, {}, 'Minimum order $50.00: $12.00 more needed.'],
    ['takes_nothing_off', { value: '0.00' }, {}, 'No discount on this cart.'],
    ['takes_nothing_off', { type: 'flat' }, { lines: [] }, 'No discount on this cart.'],
  ])('%s', (outcome, given, of, reason) => {
    const priced = price([rule(given)], of)
    expect(priced.promotions).toEqual([
      { promotionId: 'a', code: given.code ?? null, title: 'Fall sale', outcome, discount: '0.00', reason },
    ])
    expect(priced.discount).toBe('0.00')
  })

  test('a percentage without a minimum is the same in any currency', () => {
    expect(price([rule()], { currency: 'EUR' }).discount).toBe('3.80')
  })

  test.each(['shop', 'outlet'])('nothing is in its way in the channel %s, which it is for', (channelId) => {
    expect(price([rule({ channelIds: ['shop', 'outlet'] })], { channelId }).discount).toBe('3.80')
  })

  test.each([
    ['its first moment', { startsAt: now }, 'applied'],
    ['its last moment', { endsAt: now }, 'expired'],
    ['the minimum itself', { minSubtotal: '38.00' }, 'applied'],
  ])('at %s', (_, given, outcome) => {
    expect(price([rule(given)]).promotions[0]?.outcome).toBe(outcome)
  })
})

describe('several promotions', () => {
  const five = rule({ title: 'Five', type: 'flat', value: '5.00', isStackable: true })
  const ten = rule({ title: 'Ten', value: '10.00', isStackable: true })
  const twenty = rule({ title: 'Twenty', value: '20.00' })
  const all = rule({ title: 'All', type: 'flat', value: '40.00', isStackable: true })
  const outcomes = (...promotions: PromotionRule[]) =>
    price(promotions).promotions.map(({ title, outcome, discount, reason }) => [title, outcome, discount, reason])

  test('stackable ones are added up, and beat one that takes less', () => {
    expect(outcomes(five, ten, twenty)).toEqual([
      ['Five', 'applied', '5.00', '$5.00 off.'],
      ['Ten', 'applied', '3.80', '$3.80 off.'],
      ['Twenty', 'not_combined', '0.00', 'Can’t be combined with Five and Ten (bigger discount).'],
    ])
  })

  test('names three of many that were better', () => {
    const many = ['A', 'B', 'C', 'D', 'E'].map((title) => ({ ...five, id: title, title }))
    expect(
      outcomes(...many, twenty)
        .at(-1)
        ?.at(-1),
    ).toBe('Can’t be combined with A, B, C, and 2 more (bigger discount).')
  })

  test('one that stands alone beats stackable ones that take less', () => {
    expect(outcomes(five, twenty)).toEqual([
      ['Five', 'not_combined', '0.00', 'Can’t be combined with Twenty (bigger discount).'],
      ['Twenty', 'applied', '7.60', '$7.60 off.'],
    ])
  })

  test('none is used up where the others take off everything', () => {
    expect(outcomes(five, all)).toEqual([
      ['Five', 'not_needed', '0.00', 'Not needed: the cart is already free.'],
      ['All', 'applied', '38.00', '$38.00 off.'],
    ])
  })

  test('the last one takes off what is left', () => {
    const most = rule({ title: 'Most', value: '90.00', isStackable: true })
    expect(outcomes(five, most)).toEqual([
      ['Five', 'applied', '3.80', '$3.80 off, the full amount left.'],
      ['Most', 'applied', '34.20', '$34.20 off.'],
    ])
  })

  test('of two that take the same off, the one whose code was typed is applied', () => {
    const typed = rule({ id: 'z', title: 'Typed', code: 'TEN', value: '10.00' })
    const applied = (...promotions: PromotionRule[]) =>
      price(promotions, { codes: ['ten'] }).promotions.map(({ outcome }) => outcome)
    expect(applied(rule({ title: 'Ten' }), typed)).toEqual(['not_combined', 'applied'])
    expect(applied(typed, rule({ title: 'Ten' }))).toEqual(['applied', 'not_combined'])
  })

  test('of two that take the same off by themselves, the same one is applied in whatever order they are named', () => {
    const [a, b] = [rule({ id: 'a', title: 'A' }), rule({ id: 'b', title: 'B' })]
    const refused = 'Can’t be combined with A (bigger discount).'
    expect(outcomes(a, b)).toEqual([
      ['A', 'applied', '3.80', '$3.80 off.'],
      ['B', 'not_combined', '0.00', refused],
    ])
    expect(outcomes(b, a)).toEqual([
      ['B', 'not_combined', '0.00', refused],
      ['A', 'applied', '3.80', '$3.80 off.'],
    ])
  })

  test('one alone is applied where several take off no more, so that their uses are not spent', () => {
    const alone = rule({ title: 'Alone', type: 'flat', value: '8.80' })
    expect(outcomes(five, ten, alone).map(([title, outcome]) => [title, outcome])).toEqual([
      ['Five', 'not_combined'],
      ['Ten', 'not_combined'],
      ['Alone', 'applied'],
    ])
  })

  test('those that won are called by their codes, and three of them by name', () => {
    const three = ['A', 'B', 'C'].map((code) => ({ ...five, id: code, title: `Promotion ${code}`, code }))
    expect(price([...three, twenty], { codes: ['a', 'b', 'c'] }).promotions.at(-1)?.reason).toBe(
      'Can’t be combined with A, B, and C (bigger discount).',
    )
  })

  test('the one that takes most off is applied, wherever it is named', () => {
    const alone = rule({ title: 'Less', value: '5.00' })
    for (const given of [
      [alone, twenty, rule()],
      [twenty, alone, rule()],
      [alone, rule(), twenty],
    ]) {
      expect(price(given).discount).toBe('7.60')
    }
  })

  test('one more is not used up where several take off everything', () => {
    const most = rule({ title: 'Most', value: '90.00', isStackable: true })
    const one = rule({ title: 'One', type: 'flat', value: '1.00', isStackable: true })
    expect(outcomes(one, five, most).map(([title, outcome]) => [title, outcome])).toEqual([
      ['One', 'not_needed'],
      ['Five', 'applied'],
      ['Most', 'applied'],
    ])
  })

  test('one that could not be applied is not named among those that won', () => {
    const off = rule({ title: 'Off', isStackable: true, isActive: false })
    expect(outcomes(off, five, ten, twenty).at(-1)?.at(-1)).toBe(
      'Can’t be combined with Five and Ten (bigger discount).',
    )
  })
})
