import { describe, expect, it } from 'vitest'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { buildClaim } from '#server/features/promotions/redemptions/fixtures/claims.ts'
import { anIntakeContext, now } from './fixtures/known-order.ts'
import {
  type OrderChange,
  attentionResolvedBy,
  promotionClaimsOf,
  hasAnyChange,
  ordersWithHolds,
  ordersToSchedule,
  stockChangeOf,
} from './order-change.ts'

const aChange = (holds: OrderChange['holds'], given: Partial<OrderChange> = {}): OrderChange => ({
  orderId: holds,
  orderNumber: 'LS-10001',
  channelId: 'shop',
  outcome: 'nothing_new',
  holds,
  isHoldChanged: false,
  mayRestock: false,
  resolves: [],
  removedLines: [],
  orderToCheck: null,
  claim: null,
  raised: [],
  entries: [],
  messages: [],
  ...given,
})

const placed = aChange('placed')
const revised = aChange('revised')
const cancelled = aChange('cancelled')
const unchanged = aChange('unchanged')
const all = [placed, revised, cancelled, unchanged]

it.each(['placed', 'revised', 'cancelled'] as const)('orders are selected by their holds: %s', (holds) => {
  expect(ordersWithHolds(all, holds)).toEqual([holds])
})

it('claims are passed for orders with promotions, and for cancelled ones', () => {
  const claim = buildClaim()
  const claiming = all.map((change) => ({ ...change, claim: { ...claim, orderId: change.orderId } }))
  expect(promotionClaimsOf([...claiming, ...all], now)).toEqual({
    placed: [{ ...claim, orderId: 'placed' }],
    revised: [{ ...claim, orderId: 'revised' }],
    cancelled: ['cancelled', 'cancelled'],
    at: now,
  })
})

describe('attention to resolve', () => {
  const codesSettledBy = (...changes: OrderChange[]) => attentionResolvedBy(changes, []).map(({ code }) => code)

  it('is everything that is checked again on a revised order', () => {
    expect(attentionResolvedBy([revised], [])).toEqual([
      { orderId: 'revised', code: 'unmapped_sku' },
      { orderId: 'revised', code: 'not_enough_stock' },
      { orderId: 'revised', code: 'totals_differ' },
    ])
  })

  it('includes the discount when its inputs changed', () => {
    expect(codesSettledBy({ ...revised, claim: buildClaim() })).toContain('discount_differs')
    expect(codesSettledBy({ ...placed, claim: buildClaim() }, { ...unchanged, claim: buildClaim() })).toEqual([])
  })

  it('is all but `push_back_failed` on a cancelled order', () => {
    const codes = codesSettledBy(cancelled)
    expect(codes).toEqual(expect.arrayContaining(['bad_address', 'shipped_by_channel', 'discount_differs']))
    expect(codes).not.toContain('push_back_failed')
  })

  it('is nothing on a new or unchanged order', () => {
    expect(codesSettledBy(placed, unchanged)).toEqual([])
  })

  it('is not what was raised again', () => {
    const raised = [
      { orderId: 'revised', code: 'totals_differ' as const, reason: 'By a cent' },
      { orderId: 'another', code: 'unmapped_sku' as const, reason: 'Unknown SKU: CUP' },
      { deliveryId: 'revised', code: 'not_enough_stock' as const, reason: 'No order' },
    ]
    expect(attentionResolvedBy([revised], raised).map(({ code }) => code)).toEqual(['unmapped_sku', 'not_enough_stock'])
  })
})

describe('the schedule of an order', () => {
  const intakeThat = (autoFulfill: boolean) =>
    anIntakeContext({
      channelOf: (id) => ({ id, type: 'website', name: 'My Shop', config: ChannelConfig.parse({ autoFulfill }) }),
    })

  it('is set for new orders only when their channel fulfills automatically', () => {
    expect(ordersToSchedule(intakeThat(true), [placed, unchanged, cancelled])).toEqual(['placed'])
    expect(ordersToSchedule(intakeThat(false), [placed, unchanged, cancelled])).toEqual([])
  })

  it('is set again for revised orders and those with new attention', () => {
    const raised = [{ orderId: 'unchanged', code: 'shipped_by_channel' as const, reason: 'It says so.' }]
    expect(ordersToSchedule(intakeThat(false), [revised, { ...unchanged, raised }])).toEqual(['revised', 'unchanged'])
  })
})

describe('the change to publish', () => {
  it('is empty when nothing is new, and not when one order is', () => {
    expect(hasAnyChange([unchanged, unchanged])).toBe(false)
    expect(hasAnyChange([unchanged, { ...unchanged, outcome: 'changed' }])).toBe(true)
  })

  it.each([
    ['released', [placed, revised]],
    ['released', [placed, cancelled]],
    ['held', [placed, unchanged]],
    [null, [unchanged]],
  ])('has the stock being %s', (expected, changes) => {
    expect(stockChangeOf(changes)).toBe(expected)
  })
})
