import { describe, expect, it } from 'vitest'
import type { AttentionCode } from '#contract/order-status.ts'
import type { HeldLine } from '#server/features/inventory/hold-queries.ts'
import { assertHeldByAmazon, assertInStock, assertNotShippedOrCancelled } from './shipment-rules.ts'

const line = (orderItemId: string, quantity: number, isAtAmazon = true) => ({
  orderItemId,
  sku: orderItemId.toUpperCase(),
  quantity,
  isAtAmazon,
})

const held = (orderItemId: string, quantity: number, lacking: number): HeldLine => ({
  orderId: 'order',
  orderItemId,
  skuId: orderItemId,
  sku: orderItemId.toUpperCase(),
  quantity,
  isCovered: lacking === 0,
  lacking,
})

describe('an order that the channel has stopped', () => {
  it.each(['shipped_by_channel', 'cancelled_by_channel'] as const)('is refused when it is %s', (code) => {
    const waiting = [
      { code: 'totals_differ' as const, reason: 'A cent' },
      { code, reason: 'The shop says so.' },
    ]
    expect(() => assertNotShippedOrCancelled(waiting)).toThrow(
      expect.objectContaining({ obstacle: code, message: 'The shop says so.' }),
    )
  })

  it('is not refused for other attention', () => {
    const codes: AttentionCode[] = ['totals_differ', 'changed_after_sending', 'reopened_by_channel']
    expect(() => assertNotShippedOrCancelled(codes.map((code) => ({ code, reason: 'See to it.' })))).not.toThrow()
  })
})

it('a SKU that Amazon does not hold is refused by name', () => {
  expect(() => assertHeldByAmazon([line('lamp', 1), line('chair', 1)])).not.toThrow()
  const elsewhere = () => assertHeldByAmazon([line('lamp', 1), line('chair', 1, false)])
  expect(elsewhere).toThrow('Amazon does not hold CHAIR, so it can’t ship it.')
  expect(elsewhere).toThrow(expect.objectContaining({ obstacle: 'unfulfillable' }))
})

describe('of an order without enough stock', () => {
  const coverage = [held('lamp', 5, 2), held('chair', 1, 0)]

  it('the units in stock can be sent', () => {
    expect(() => assertInStock([line('lamp', 3), line('chair', 1)], coverage)).not.toThrow()
    expect(() => assertInStock([line('chair', 1)], [...coverage, held('sofa', 1, 1)])).not.toThrow()
  })

  it('more units can’t be sent', () => {
    const more = () => assertInStock([line('lamp', 4)], coverage)
    expect(more).toThrow('Not enough stock for LAMP (5 ordered).')
    expect(more).toThrow(expect.objectContaining({ obstacle: 'not_enough_stock' }))
  })
})
