import { describe, expect, it } from 'vitest'
import { computeProfit, gapsText, missingText } from './order-profit.ts'

const shipment = {
  provider: 'amazon_mcf',
  status: 'shipped',
  shippingCost: '7.95',
  shippingCostCurrency: 'USD',
} as const

const order: Parameters<typeof computeProfit>[0] = {
  status: 'shipped',
  total: '50.10',
  taxAmount: '3.10',
  refundedAmount: '0.00',
  currency: 'USD',
  isPartial: false,
  lines: [
    { quantity: 2, unitCost: '6.00' },
    { quantity: 1, unitCost: '2.50' },
  ],
  shipments: [shipment, { ...shipment, status: 'cancelled', shippingCost: '99.00' }],
}

const profitOf = (changes: Partial<typeof order>) => computeProfit({ ...order, ...changes }, 'USD')

describe('the profit of an order', () => {
  it('is what was paid without tax, less cost and the fee of what Amazon ships', () => {
    expect(profitOf({})).toEqual({
      netSales: '47.00',
      refunds: '0.00',
      costOfGoods: '14.50',
      fulfillmentFees: '7.95',
      profit: '24.55',
      lines: 2,
      linesWithoutCost: 0,
      gaps: [],
    })
  })

  it('takes its share of the tax out of a refund', () => {
    expect(profitOf({ refundedAmount: '50.10' })).toMatchObject({ refunds: '47.00', profit: '-22.45' })
    expect(profitOf({ refundedAmount: '10.00' }).refunds).toBe('9.38')
  })

  it('is not known without the cost of each line, and says which lack it', () => {
    const profit = profitOf({
      lines: [
        { quantity: 2, unitCost: '6.00' },
        { quantity: 1, unitCost: null },
      ],
    })
    expect(profit).toMatchObject({ costOfGoods: null, profit: null, fulfillmentFees: '7.95' })
    expect(missingText(profit)).toBe('1 of 2 items has no cost')
    expect(missingText(profitOf({ lines: [] }))).toBe('Items unknown')
  })

  it.each([
    ['Not sent yet', { status: 'placed', shipments: [] }],
    ['Not sent yet', { isPartial: true }],
    ['No fee from Amazon', { shipments: [{ ...shipment, shippingCost: null }] }],
    ['No fee from Amazon', { shipments: [{ ...shipment, shippingCostCurrency: 'CAD' }] }],
  ] as const)('is not known while its fee is not: %s', (text, changes) => {
    const profit = profitOf(changes)
    expect(profit).toMatchObject({ fulfillmentFees: null, profit: null })
    expect(missingText(profit)).toBe(text)
  })

  it('has no fee for what the seller ships', () => {
    expect(profitOf({ shipments: [{ ...shipment, provider: 'seller', shippingCost: null }] }).profit).toBe('32.50')
    expect(missingText(profitOf({}))).toBeNull()
  })

  it('is not known in another currency than the costs', () => {
    expect(profitOf({ currency: 'EUR' })).toMatchObject({ costOfGoods: null, linesWithoutCost: 2, profit: null })
  })
})

it('what a report leaves out is named with its reasons', () => {
  const none = { orders: 40, ordersLeftOut: 0, lines: 61, linesWithoutCost: 0, ordersNotSent: 0, ordersWithoutFee: 0 }
  expect(gapsText(none)).toBeNull()
  expect(gapsText({ ...none, ordersLeftOut: 3, linesWithoutCost: 2, ordersNotSent: 1, ordersWithoutFee: 1 })).toBe(
    '3 of 40 orders are left out: 2 of 61 items have no cost, 1 order hasn’t been sent yet, 1 order has no fee from Amazon.',
  )
  expect(gapsText({ ...none, ordersLeftOut: 1 })).toBe('1 of 40 orders is left out.')
})
