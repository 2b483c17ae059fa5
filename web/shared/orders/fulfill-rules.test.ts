import { describe, expect, it } from 'vitest'
import type { AttentionCode } from '#contract/order-status.ts'
import { ApiError } from '#web/lib/api-error.ts'
import {
  buildOrderAttention,
  buildOrderDetail,
  buildOrderItem,
  buildSpeedPreview,
} from '#web/testing/order-builders.ts'
import {
  chosenItems,
  overrideLabel,
  requiresOverride,
  obstacleToSending,
  obstacleToSpeed,
  unitsOf,
} from './fulfill-rules.ts'

const lantern = buildOrderItem({ unsent: 2 })
const candle = buildOrderItem({ sku: 'HP-1002', quantity: 3, unsent: 1 })
const sent = buildOrderItem({ sku: 'HP-1003', unsent: 0 })
const order = buildOrderDetail({ items: [lantern, candle, sent] })
const now = new Date('2026-01-01T01:00:00Z')

describe('the units to send', () => {
  it('are all that is left, unless somebody chooses fewer', () => {
    expect(chosenItems(order, {})).toBeUndefined()
    expect(chosenItems(order, { [lantern.id]: 2, [candle.id]: 1 })).toBeUndefined()
    expect(chosenItems(order, { [lantern.id]: 1 })).toEqual([
      { orderItemId: lantern.id, quantity: 1 },
      { orderItemId: candle.id, quantity: 1 },
    ])
    expect(chosenItems(order, { [lantern.id]: 0 })).toEqual([{ orderItemId: candle.id, quantity: 1 }])
  })

  it('are never more than are left by now', () => {
    expect(unitsOf(order, { [candle.id]: 3 }, candle.id)).toBe(1)
    expect(chosenItems(order, { [candle.id]: 3 })).toBeUndefined()
  })
})

describe('an order can’t be sent', () => {
  it.each([
    ['on hold', { isHeld: true }, 'The order is on hold. Release it first.'],
    ['shipped', { status: 'shipped' }, 'The order has shipped.'],
    ['with an address that is wrong', { addressProblems: ['City is required'] }, 'Correct the shipping address first.'],
    [
      'with a line that is nobody’s',
      { items: [{ ...lantern, skuId: null }] },
      'Unknown SKU: HP-1001. Map it first, or leave it out.',
    ],
    ['with nothing left', { items: [sent] }, 'Choose at least one unit.'],
  ] as const)('%s', (_, state, sentence) => {
    expect(obstacleToSending({ ...order, ...state } as typeof order, {}, now)).toBe(sentence)
  })

  it('but can be sent without a line of an unknown SKU', () => {
    const mixed = buildOrderDetail({ items: [{ ...lantern, skuId: null }, candle] })
    expect(obstacleToSending(mixed, { [lantern.id]: 0 }, now)).toBeNull()
    expect(obstacleToSending(order, {}, now)).toBeNull()
  })
})

describe('a speed', () => {
  const previews = [buildSpeedPreview(), buildSpeedPreview({ shippingSpeed: 'priority', isFulfillable: false })]

  it('can be chosen where Amazon can ship at it', () => {
    expect(obstacleToSpeed('standard', previews)).toBeNull()
    expect(obstacleToSpeed('priority', previews)).toBe('Amazon can’t ship these units at this speed. Choose another.')
    expect(obstacleToSpeed('expedited', previews)).toBe('Amazon can’t ship these units at this speed. Choose another.')
    expect(obstacleToSpeed('standard', [])).toBe('Amazon can’t ship these units at any speed.')
  })
})

describe('the override', () => {
  const withCodes = (...codes: AttentionCode[]) =>
    buildOrderDetail({ attentions: codes.map((code) => buildOrderAttention({ code })) })

  it('covers the attention codes that may be overridden, or what the server has just refused', () => {
    expect(overrideLabel(withCodes('totals_differ', 'not_enough_stock', 'shipped_by_channel'), null)).toBe(
      'Send it even though there doesn’t seem to be enough stock and the channel says it has shipped the order itself',
    )
    expect(overrideLabel(order, new ApiError(409, 'Conflict', ''))).toBe('Send it anyway')
    expect(overrideLabel(order, new ApiError(503, 'Unavailable', ''))).toBeNull()
    expect(overrideLabel(order, null)).toBeNull()
  })

  it('is required for all units of an order that lacks stock, and for one that the channel shipped or cancelled', () => {
    const some = [{ orderItemId: lantern.id, quantity: 1 }]
    expect(requiresOverride(withCodes('not_enough_stock'), undefined)).toBe(true)
    expect(requiresOverride(withCodes('not_enough_stock'), some)).toBe(false)
    expect(requiresOverride(withCodes('shipped_by_channel'), some)).toBe(true)
    expect(requiresOverride(withCodes('cancelled_by_channel'), some)).toBe(true)
    expect(requiresOverride(withCodes('totals_differ'), undefined)).toBe(false)
  })
})
