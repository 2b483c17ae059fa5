import { describe, expect, it } from 'vitest'
import { OrderData } from '#contract/intake.ts'
import { priceOrder } from './amounts.ts'
import { assertStorable } from './parse-delivery.ts'

const shippingAddress = { line1: '1 Main St', city: 'Seattle', postalCode: '98101', country: 'US' }
const order = (fields: object = {}) =>
  OrderData.parse({
    externalOrderId: '1',
    shippingAddress,
    items: [{ sku: 'TEE', quantity: 2, unitPrice: '19.00' }],
    ...fields,
  })

describe('amounts of an order', () => {
  it.each([
    [
      'the rest beside a given discount is the tax',
      { discountAmount: '8.00', total: '32.40' },
      { subtotal: '38.00', discountAmount: '8.00', taxAmount: '2.40', total: '32.40' },
    ],
    ['all are left out', {}, { subtotal: '38.00', discountAmount: '0.00', taxAmount: '0.00', total: '38.00' }],
    ['the total explains the tax', { total: '42.30' }, { taxAmount: '4.30', total: '42.30' }],
    ['the total explains the shipping', { total: '43.00', taxAmount: '0' }, { shippingAmount: '5.00' }],
    ['the total explains the discount', { total: '34.20' }, { discountAmount: '3.80' }],
    ['a discount is more than there is', { discountAmount: '50' }, { total: '0.00', discountAmount: '50.00' }],
    [
      'all are given',
      { subtotal: '38', discountAmount: '3.80', shippingAmount: '5', taxAmount: '3.10', total: '42.30' },
      { subtotal: '38.00', discountAmount: '3.80', shippingAmount: '5.00', taxAmount: '3.10', total: '42.30' },
    ],
  ])('add up when %s', (_, given, amounts) => {
    expect(priceOrder(order(given))).toMatchObject({ amounts, difference: null })
  })

  it.each([
    ['the subtotal', { subtotal: '37.99' }, 'The lines make 38.00, but the subtotal says 37.99.'],
    [
      'the total, by a cent',
      { discountAmount: '0', shippingAmount: '0', taxAmount: '0', total: '38.01' },
      'Subtotal, discount, shipping and tax make 38.00, but the total says 38.01.',
    ],
    [
      'the total, which no given amount lowers',
      { discountAmount: '0', total: '30.00' },
      'Subtotal, discount, shipping and tax make 38.00, but the total says 30.00.',
    ],
  ])('differ in %s', (_, given, difference) => {
    expect(priceOrder(order(given)).difference).toBe(difference)
  })

  it('are exact where numbers would not be', () => {
    const items = Array.from({ length: 3 }, () => ({ sku: 'GOLD', quantity: 30, unitPrice: '99999999.99' }))
    expect(priceOrder(order({ items })).amounts.total).toBe('8999999999.10')
  })
})

describe('an order that can’t be stored', () => {
  it.each([
    ['a line that is too dear', { items: [{ sku: 'GOLD', quantity: 100_000, unitPrice: '99999999.99' }] }],
    ['a total that rounds up past what is kept', { total: '9999999999.999' }],
    ['a year before the first', { placedAt: '0000-12-31T23:59:59Z' }],
  ])('is refused with a sentence: %s', (_, given) => {
    expect(() => assertStorable(order(given))).toThrow(/^(The amounts are too high|placedAt is before)/)
  })

  it('does not include realistic orders', () => {
    expect(() => assertStorable(order({ placedAt: '2026-09-20T10:14:58Z' }))).not.toThrow()
  })
})
