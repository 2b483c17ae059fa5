import { expect, it } from 'vitest'
import type { PromotionClaim } from './attribute-discount.ts'
import type { PromotionRule } from '#contract/pricing/promotion-rule.ts'
import { buildClaim, buildRule } from './fixtures/claims.ts'
import { createLedger, type Redemption, planRedemptions } from './plan-redemptions.ts'

const rule = buildRule({ code: 'FALL10', maxRedemptions: 3 })
const promotionId = rule.id
const expiresAt = new Date('2026-03-02T10:15:00Z')

const wanting = (given: Partial<PromotionClaim> = {}) => buildClaim({ codes: ['FALL10'], discount: '3.80', ...given })
const usedBy = (orderId: string): Redemption => ({ orderId, promotionId, name: 'FALL10', discount: '3.80' })

type Given = {
  claims: readonly PromotionClaim[]
  uses?: number
  /** Current values of the promotion. */
  now?: Partial<PromotionRule>
  redemptions?: readonly Redemption[]
  cancelled?: readonly string[]
  carts?: readonly string[]
}

/** The orders that get a use, and those that need a person's attention. */
function plan({ claims, uses = 0, now = {}, redemptions = [], cancelled = [], carts = [] }: Given) {
  const reservations = carts.map((cartReference) => ({ channelId: 'shop', cartReference, promotionId, expiresAt }))
  const rules = { promotions: [{ ...rule, redemptionCount: uses, ...now }], currency: 'USD', timeZone: 'UTC' }
  const ledger = createLedger({ rules, reservations, redemptions })
  const { changes, differences } = planRedemptions(ledger, { claims, cancelled, redemptions })
  return {
    changes: changes.map(({ kind, redemption }) => `${kind} ${redemption.orderId}`),
    flagged: differences.map(({ orderId }) => orderId),
  }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `o${index + 1}`)

it('the last uses go to the orders that come first', () => {
  const claims = names(5).map((orderId) => wanting({ orderId }))
  expect(plan({ claims, uses: 1 })).toEqual({ changes: ['added o1', 'added o2'], flagged: ['o3', 'o4', 'o5'] })
})

it('reserved uses stay with their carts’ orders, even when these come later', () => {
  const claims = names(3).map((orderId) => wanting({ orderId, cartReference: orderId }))
  expect(plan({ claims, uses: 1, carts: ['o2', 'o3'] })).toEqual({
    changes: ['added o2', 'added o3'],
    flagged: ['o1'],
  })
})

it('a reserved use that the order does not need is released', () => {
  const claims = [
    buildClaim({ orderId: 'o1', codes: ['THEIRS'], discount: '1.00', cartReference: 'o1' }),
    wanting({ orderId: 'o2' }),
  ]
  expect(plan({ claims, uses: 2, carts: ['o1'] })).toEqual({ changes: ['added o2'], flagged: [] })
})

it('an order’s own use does not count against it, and stays when the promotion is over', () => {
  const claims = [wanting({ orderId: 'o1' })]
  expect(plan({ claims, uses: 3, redemptions: [usedBy('o1')] })).toEqual({ changes: [], flagged: [] })
})

it.each<[string, Partial<PromotionRule>]>([
  ['was switched off', { isActive: false }],
  ['has ended', { endsAt: new Date('2026-03-01T00:00:00Z') }],
  ['begins later by now', { startsAt: new Date('2026-03-03T00:00:00Z') }],
])('an order keeps its use of a promotion that %s, and nobody else gets one', (_, now) => {
  const claims = [wanting({ orderId: 'o1' }), wanting({ orderId: 'o2' })]
  expect(plan({ claims, uses: 1, now, redemptions: [usedBy('o1')] })).toEqual({ changes: [], flagged: ['o2'] })
})

it('a cart’s reservation serves one of its orders, not each', () => {
  const claims = names(3).map((orderId) => wanting({ orderId, cartReference: 'cart' }))
  expect(plan({ claims, uses: 2, carts: ['cart'] })).toEqual({ changes: ['added o1'], flagged: ['o2', 'o3'] })
})

it('a reservation does not serve a cart with the same reference in another channel', () => {
  const claims = [wanting({ orderId: 'o1', channelId: 'outlet', cartReference: 'cart' })]
  expect(plan({ claims, uses: 2, carts: ['cart'] })).toEqual({ changes: [], flagged: ['o1'] })
})

it('a cancelled order’s use goes to the next order', () => {
  const claims = [wanting({ orderId: 'o2' })]
  expect(plan({ claims, uses: 3, redemptions: [usedBy('o1')], cancelled: ['o1'] })).toEqual({
    changes: ['released o1', 'added o2'],
    flagged: [],
  })
})

it('a changed order changes its redemptions: another amount, or none', () => {
  const redemptions = [usedBy('o1'), usedBy('o2')]
  const claims = [
    wanting({ orderId: 'o1', lines: [{ unitPrice: '19.00', quantity: 1 }], discount: '1.90' }),
    buildClaim({ orderId: 'o2' }),
    wanting({ orderId: 'o3' }),
  ]
  expect(plan({ claims, uses: 3, redemptions })).toEqual({
    changes: ['changed o1', 'released o2', 'added o3'],
    flagged: [],
  })
})

it('an order without codes and discount uses no promotion, even if one applies automatically', () => {
  expect(plan({ claims: [buildClaim({ orderId: 'o1' })], now: { code: null } })).toEqual({ changes: [], flagged: [] })
})

it('one promotion of an order is released and another kept, each as of the order’s time', () => {
  const [fall, spring] = [
    buildRule({ code: 'FALL10', isStackable: true }),
    buildRule({ code: 'SPRING', isStackable: true }),
  ]
  const redemptions = [fall, spring].map(({ id, code }) => ({
    orderId: 'o1',
    promotionId: id,
    name: code ?? '',
    discount: '3.80',
  }))
  const ledger = createLedger({
    rules: { promotions: [fall, spring], currency: 'USD', timeZone: 'UTC' },
    reservations: [],
    redemptions,
  })
  const placedAt = new Date('2026-03-02T09:00:00Z')
  const claims = [
    buildClaim({ orderId: 'o1', placedAt, codes: ['SPRING'], discount: '3.80' }),
    buildClaim({ orderId: 'o2', placedAt, codes: ['FALL10'], discount: '3.80' }),
  ]
  const { changes } = planRedemptions(ledger, { claims, cancelled: [], redemptions })
  const used = { promotionId: fall.id, name: 'FALL10', discount: '3.80' }
  expect(changes).toEqual([
    { kind: 'released', redemption: { ...used, orderId: 'o1' }, redeemedAt: placedAt },
    { kind: 'added', redemption: { ...used, orderId: 'o2' }, redeemedAt: placedAt },
  ])
})
