import { describe, expect, it } from 'vitest'
import { OrderData } from '#contract/intake.ts'
import { allInEnglish } from './fixtures/known-order.ts'
import { priceOrder, unexplainedAmount } from './amounts.ts'
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
  const notGiven = { discount: 'not_given', shipping: 'not_given', tax: 'not_given' }

  it.each([
    [
      'all are given',
      { subtotal: '38', discountAmount: '3.80', shippingAmount: '5', taxAmount: '3.10', total: '42.30' },
      { subtotal: '38.00', discountAmount: '3.80', shippingAmount: '5.00', taxAmount: '3.10', total: '42.30' },
      null,
    ],
    [
      'tax is the only one left out',
      { discountAmount: '8.00', shippingAmount: '5.00', total: '37.40' },
      { discountAmount: '8.00', shippingAmount: '5.00', taxAmount: '2.40' },
      { tax: 'worked_out' },
    ],
    [
      'shipping is the only one left out',
      { discountAmount: '0', taxAmount: '0', total: '43.00' },
      { shippingAmount: '5.00', taxAmount: '0.00' },
      { shipping: 'worked_out' },
    ],
    [
      'the discount is the only one left out',
      { shippingAmount: '5.00', taxAmount: '0', total: '39.20' },
      { discountAmount: '3.80' },
      { discount: 'worked_out' },
    ],
    [
      'the total is the only one left out',
      { discountAmount: '3.80', shippingAmount: '5.00', taxAmount: '3.10' },
      { total: '42.30' },
      { total: 'worked_out' },
    ],
    ['several are left out and the rest is the total', { total: '38.00' }, { total: '38.00' }, notGiven],
    ['all are left out', {}, { subtotal: '38.00', total: '38.00' }, { ...notGiven, total: 'worked_out' }],
    [
      'a discount is more than there is',
      { discountAmount: '50' },
      { total: '0.00', discountAmount: '50.00' },
      { shipping: 'not_given', tax: 'not_given', total: 'worked_out' },
    ],
  ])('add up when %s', (_, given, amounts, origins) => {
    const priced = priceOrder(order(given))
    expect(priced).toMatchObject({ amounts, difference: null })
    expect(priced.origins).toEqual(origins)
    expect(unexplainedAmount({ ...order(given), ...priced.amounts })).toBeNull()
  })

  it('of which several were left out are not made up: 99.00 for a shirt of 19.00 is not 80.00 of tax', () => {
    const given = order({ items: [{ sku: 'TEE', quantity: 1, unitPrice: '19.00' }], subtotal: '19.00', total: '99.00' })
    const priced = priceOrder(given)
    expect(allInEnglish(priced)).toEqual({
      amounts: {
        subtotal: '19.00',
        discountAmount: '0.00',
        shippingAmount: '0.00',
        taxAmount: '0.00',
        total: '99.00',
      },
      origins: notGiven,
      difference: 'The subtotal is 19.00, but the total is 99.00. The channel sent no discount, shipping or tax.',
    })
    expect(unexplainedAmount({ ...given, ...priced.amounts })).toBe('80.00')
  })

  it.each([
    ['the subtotal', { subtotal: '37.99' }, 'The lines add up to 38.00, but the subtotal is 37.99.'],
    [
      'the total, by a cent',
      { discountAmount: '0', shippingAmount: '0', taxAmount: '0', total: '38.01' },
      'Subtotal, discount, shipping and tax add up to 38.00, but the total is 38.01.',
    ],
    [
      'the total, which the only amount left out can’t lower',
      { discountAmount: '0', shippingAmount: '5.00', total: '30.00' },
      'Subtotal, discount and shipping add up to 43.00, but the total is 30.00. The channel sent no tax.',
    ],
  ])('differ in %s', (_, given, difference) => {
    expect(allInEnglish(priceOrder(order(given)).difference)).toBe(difference)
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
