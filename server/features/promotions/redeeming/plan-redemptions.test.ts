import { expect, it } from 'vitest'
import type { Claim } from './claim.ts'
import { aClaim, aRule } from './fixtures/claims.ts'
import { openLedger, type Redemption } from './ledger.ts'
import { planRedemptions } from './plan-redemptions.ts'

const rule = aRule({ code: 'FALL10', maxRedemptions: 3 })
const promotionId = rule.id
const expiresAt = new Date('2026-03-02T10:15:00Z')

const wanting = (given: Partial<Claim> = {}) => aClaim({ codes: ['FALL10'], discount: '3.80', ...given })
const usedBy = (orderId: string): Redemption => ({ orderId, promotionId, name: 'FALL10', discount: '3.80' })

type Given = {
  claims: readonly Claim[]
  taken?: number
  redemptions?: readonly Redemption[]
  cancelled?: readonly string[]
  carts?: readonly string[]
}

/** Who gets a use, and who is for a person to look at. */
function plan({ claims, taken = 0, redemptions = [], cancelled = [], carts = [] }: Given) {
  const reservations = carts.map((cartReference) => ({ channelId: 'shop', cartReference, promotionId, expiresAt }))
  const book = { promotions: [{ ...rule, redemptionCount: taken }], currency: 'USD', timeZone: 'UTC' }
  const ledger = openLedger({ book, reservations, redemptions })
  const { changes, differences } = planRedemptions(ledger, { claims, cancelled, redemptions })
  return {
    changes: changes.map(({ kind, redemption }) => `${kind} ${redemption.orderId}`),
    flagged: differences.map(({ orderId }) => orderId),
  }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `o${index + 1}`)

it('gives the last uses to the orders that come first', () => {
  const claims = names(5).map((orderId) => wanting({ orderId }))
  expect(plan({ claims, taken: 1 })).toEqual({ changes: ['added o1', 'added o2'], flagged: ['o3', 'o4', 'o5'] })
})

it('keeps what carts have reserved for their orders, also for those that come later', () => {
  const claims = names(3).map((orderId) => wanting({ orderId, cartReference: orderId }))
  expect(plan({ claims, taken: 1, carts: ['o2', 'o3'] })).toEqual({
    changes: ['added o2', 'added o3'],
    flagged: ['o1'],
  })
})

it('lets go of what a cart reserved and its order does not use', () => {
  const claims = [
    aClaim({ orderId: 'o1', codes: ['THEIRS'], discount: '1.00', cartReference: 'o1' }),
    wanting({ orderId: 'o2' }),
  ]
  expect(plan({ claims, taken: 2, carts: ['o1'] })).toEqual({ changes: ['added o2'], flagged: [] })
})

it('does not count an order’s own use against it, nor takes it away when the promotion is over', () => {
  const claims = [wanting({ orderId: 'o1' })]
  expect(plan({ claims, taken: 3, redemptions: [usedBy('o1')] })).toEqual({ changes: [], flagged: [] })
})

it('gives what a cancelled order had to the next', () => {
  const claims = [wanting({ orderId: 'o2' })]
  expect(plan({ claims, taken: 3, redemptions: [usedBy('o1')], cancelled: ['o1'] })).toEqual({
    changes: ['released o1', 'added o2'],
    flagged: [],
  })
})

it('follows an order that changed: another amount, nothing any more', () => {
  const redemptions = [usedBy('o1'), usedBy('o2')]
  const claims = [
    wanting({ orderId: 'o1', lines: [{ unitPrice: '19.00', quantity: 1 }], discount: '1.90' }),
    aClaim({ orderId: 'o2' }),
    wanting({ orderId: 'o3' }),
  ]
  expect(plan({ claims, taken: 3, redemptions })).toEqual({
    changes: ['changed o1', 'released o2', 'added o3'],
    flagged: [],
  })
})
