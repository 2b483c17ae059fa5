import { describe, expect, it } from 'vitest'
import { inEnglish } from '#contract/i18n.ts'
import type { PromotionRule } from '#contract/pricing/promotion-rule.ts'
import { buildClaim, buildRule } from './fixtures/claims.ts'
import { attributeDiscount } from './attribute-discount.ts'

const fall10 = buildRule({ code: 'FALL10', value: '10.00' })
const flat5 = buildRule({ code: 'FIVE', type: 'flat', value: '5.00' })
const stackable = (rule: PromotionRule) => ({ ...rule, isStackable: true })
const automatic = buildRule({ code: null, title: 'Autumn', value: '20.00' })
const attribute = (promotions: readonly PromotionRule[], claim: Parameters<typeof buildClaim>[0]) => {
  const rules = { promotions, currency: 'USD', timeZone: 'UTC' }
  const { used, difference } = attributeDiscount(rules, buildClaim(claim))
  return { used, difference: difference && inEnglish(difference) }
}

const using = (...used: [PromotionRule, string][]) =>
  used.map(([{ id, code, title }, discount]) => ({ promotionId: id, name: code ?? title, discount }))

describe('an order of $38.00', () => {
  it.each([
    ['uses its code', [fall10], { codes: ['FALL10'], discount: '3.80' }, using([fall10, '3.80'])],
    ['uses a code however it is typed', [fall10], { codes: [' fall10 '], discount: '3.80' }, using([fall10, '3.80'])],
    [
      'uses a code once that came twice',
      [fall10],
      { codes: ['FALL10', 'fall10'], discount: '3.80' },
      using([fall10, '3.80']),
    ],
    [
      'uses codes that go together',
      [stackable(fall10), stackable(flat5)],
      { codes: ['FIVE', 'FALL10'], discount: '8.80' },
      using([fall10, '3.80'], [flat5, '5.00']),
    ],
    [
      'uses the better of codes that do not',
      [fall10, flat5],
      { codes: ['FIVE', 'FALL10'], discount: '5.00' },
      using([flat5, '5.00']),
    ],
    [
      'uses what applies by itself, where the shop knows of it',
      [automatic],
      { codes: [], discount: '7.60' },
      using([automatic, '7.60']),
    ],
    [
      'uses it in place of a code that is worth less',
      [automatic, fall10],
      { codes: ['FALL10'], discount: '7.60' },
      using([automatic, '7.60']),
    ],
    [
      'uses its code where the shop does not know of the others',
      [automatic, fall10],
      { codes: ['FALL10'], discount: '3.80' },
      using([fall10, '3.80']),
    ],
    ['uses nothing of ours by a sale of the shop', [automatic], { codes: [], discount: '3.00' }, []],
    ['uses nothing of ours by a code of the shop', [automatic, fall10], { codes: ['THEIRS'], discount: '3.80' }, []],
    [
      'uses nothing when a code that is over took nothing off',
      [{ ...fall10, isActive: false }],
      { codes: ['FALL10'], discount: '0.00' },
      [],
    ],
    [
      'uses its code beside one of the shop',
      [fall10],
      { codes: ['FALL10', 'THEIRS'], discount: '6.00' },
      using([fall10, '3.80']),
    ],
  ])('%s', (_, promotions, claim, used) => {
    expect(attribute(promotions, claim)).toEqual({ used, difference: null })
  })

  it.each([
    [
      'more was taken off than its code is worth',
      [fall10],
      { codes: ['FALL10'], discount: '5.00' },
      using([fall10, '3.80']),
      'Your promotions take $3.80 off, the channel took $5.00 off.',
    ],
    [
      'less was taken off',
      [stackable(fall10), stackable(flat5)],
      { codes: ['FALL10', 'FIVE'], discount: '4.40' },
      using([fall10, '1.90'], [flat5, '2.50']),
      'Your promotions take $8.80 off, the channel took $4.40 off.',
    ],
    [
      'nothing was taken off',
      [fall10],
      { codes: ['FALL10'], discount: '0.00' },
      using([fall10, '0.00']),
      'Your promotions take $3.80 off, the channel took nothing off.',
    ],
    [
      'less was taken off, though a code of the shop came too',
      [fall10],
      { codes: ['FALL10', 'THEIRS'], discount: '1.00' },
      using([fall10, '1.00']),
      'Your promotions take $3.80 off, the channel took $1.00 off.',
    ],
    [
      'its code is over',
      [{ ...fall10, endsAt: '2026-03-01T00:00:00Z' }],
      { codes: ['FALL10'], discount: '3.80' },
      [],
      'Your promotions take nothing off, the channel took $3.80 off. FALL10 does not apply. Ended on Mar 1, 2026, 12:00 AM UTC.',
    ],
    [
      'its code is used up and another was not enough',
      [{ ...fall10, maxRedemptions: 7, redemptionCount: 7 }, flat5],
      { codes: ['FALL10', 'FIVE'], discount: '8.80' },
      using([flat5, '5.00']),
      'Your promotions take $5.00 off, the channel took $8.80 off. FALL10 does not apply. Limit of 7 uses reached.',
    ],
    [
      'its code is for other channels',
      [{ ...fall10, channelIds: ['another'] }],
      { codes: ['FALL10'], discount: '3.80' },
      [],
      'Your promotions take nothing off, the channel took $3.80 off. FALL10 does not apply. Not valid for this channel.',
    ],
    [
      'its code is an amount in another currency',
      [flat5],
      { codes: ['FIVE'], discount: '5.00', currency: 'EUR' },
      [],
      'Your promotions take nothing off, the channel took €5.00 off. FIVE does not apply. The promotion is in USD, but the cart is in EUR.',
    ],
  ])('needs a person’s attention when %s', (_, promotions, claim, used, difference) => {
    expect(attribute(promotions, claim)).toEqual({ used, difference })
  })
})

it('a percentage applies to an order in any currency', () => {
  const claim = { codes: ['FALL10'], discount: '3.80', currency: 'EUR' }
  expect(attribute([fall10], claim)).toEqual({ used: using([fall10, '3.80']), difference: null })
})

it('a code of another order in the batch does not count', () => {
  expect(attribute([fall10, { ...flat5, isActive: false }], { codes: ['FALL10'], discount: '1.00' }).difference).toBe(
    'Your promotions take $3.80 off, the channel took $1.00 off.',
  )
})

it('promotions are checked as of the time of the order', () => {
  const over = { ...fall10, startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-03-02T09:00:00Z' }
  const at = (placedAt: string) =>
    attribute([over], { codes: ['FALL10'], discount: '3.80', placedAt: new Date(placedAt) }).used.length
  expect(
    ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-02T08:59:59Z', '2026-03-02T09:00:00Z'].map(at),
  ).toEqual([0, 1, 1, 0])
})

describe('cents that a shop rounds by itself', () => {
  /** Three units at $8.41 make $25.23: ten per cent are $2.52. */
  const lines = [{ unitPrice: '8.41', quantity: 3 }]
  it.each([
    ['2.48', '2.48'],
    ['2.51', '2.51'],
    ['2.56', '2.52'],
  ])('are no difference: %s', (discount, share) => {
    const claim = { codes: ['FALL10'], discount, lines }
    expect(attribute([fall10], claim)).toEqual({ used: using([fall10, share]), difference: null })
  })

  it.each(['2.47', '2.57', '0.00'])('are a difference when they are more than one for each unit: %s', (discount) => {
    expect(attribute([fall10], { codes: ['FALL10'], discount, lines }).difference).not.toBeNull()
  })

  it('are a difference when they are a large part of the discount', () => {
    const small = { codes: ['FALL10'], lines: [{ unitPrice: '0.05', quantity: 1_000 }] }
    const differs = (discount: string) => attribute([fall10], { ...small, discount }).difference !== null
    expect(['4.49', '4.50', '5.50', '5.51'].map(differs)).toEqual([true, false, false, true])
  })

  it('count as the shop’s own sale when no code came', () => {
    expect(attribute([automatic], { codes: [], discount: '7.59' }).used).toEqual([])
  })

  it('may be one cent at least', () => {
    const claim = { codes: ['FALL10'], discount: '0.01', lines: [{ unitPrice: '0.15', quantity: 1 }] }
    expect(attribute([fall10], claim)).toEqual({ used: using([fall10, '0.01']), difference: null })
  })

  it('are not considered when another combination matches exactly', () => {
    const almost = buildRule({ code: null, title: 'Almost', type: 'flat', value: '2.53' })
    const claim = { codes: ['FALL10'], discount: '2.52', lines }
    expect(attribute([fall10, almost], claim)).toEqual({ used: using([fall10, '2.52']), difference: null })
  })
})

it('a code included in the prices counts, even if these no longer reach its minimum', () => {
  const claim = { codes: ['FALL10'], isInPrices: true, lines: [{ unitPrice: '0.00', quantity: 1 }] }
  const codes = [{ ...fall10, minSubtotal: '38.00' }]
  expect(attribute(codes, claim)).toEqual({ used: using([fall10, '0.00']), difference: null })
  expect(attribute([{ ...fall10, maxRedemptions: 1, redemptionCount: 1 }], claim).used).toEqual([])
})

it('a code included in the prices counts, whatever the discount is', () => {
  const claim = { codes: ['FALL10', 'OLD'], discount: '0.00', isInPrices: true }
  const old = buildRule({ code: 'OLD', isActive: false })
  expect(attribute([fall10, old, automatic], claim)).toEqual({ used: using([fall10, '0.00']), difference: null })
})
