import { expect, it } from 'vitest'
import { inEnglish } from '#contract/i18n.ts'
import type { PromotionClaim } from './attribute-discount.ts'
import { buildClaim } from './fixtures/claims.ts'
import { type RedemptionChange, timelineEntryFor } from './plan-redemptions.ts'

const entryOf = (kind: RedemptionChange['kind'], claims: readonly PromotionClaim[]) => {
  const redemption = { orderId: 'o1', promotionId: 'p1', name: 'FALL10', discount: '3.80' }
  const entry = timelineEntryFor({ kind, redemption, redeemedAt: null }, claims)
  return { ...entry, description: inEnglish(entry.description) }
}
const claim = (given: Partial<PromotionClaim> = {}) => buildClaim({ orderId: 'o1', ...given })
const another = buildClaim({ orderId: 'o2', currency: 'GBP', isInPrices: true })

it.each<[string, RedemptionChange['kind'], Partial<PromotionClaim>, string]>([
  ['it was used', 'added', {}, 'FALL10 took $3.80 off.'],
  ['it was used, in the currency of the order', 'added', { currency: 'EUR' }, 'FALL10 took €3.80 off.'],
  ['it takes another amount off than before', 'changed', {}, 'FALL10 now takes $3.80 off.'],
  ['it was used by prices', 'added', { isInPrices: true }, 'FALL10 was used; the prices already include it.'],
])('the order’s timeline says that %s', (_, kind, given, description) => {
  expect(entryOf(kind, [another, claim(given)])).toEqual({ orderId: 'o1', event: 'promotion.redeemed', description })
})

it.each([
  ['that has changed', [another, claim({ isInPrices: true })]],
  ['that is cancelled, and claims nothing any more', []],
])('the timeline of an order %s says that a promotion was given back', (_, claims) => {
  expect(entryOf('released', claims)).toEqual({
    orderId: 'o1',
    event: 'promotion.released',
    description: 'One use of FALL10 was returned.',
  })
})
