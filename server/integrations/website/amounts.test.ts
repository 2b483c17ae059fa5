import { describe, expect, it } from 'vitest'
import { Cents, CentsOrNone, balanceAmounts, toAmount, toOrderAmounts } from './amounts.ts'

describe('an amount', () => {
  it.each([
    ['19.00', 1900],
    ['19', 1900],
    ['0.1', 10],
    ['-3.80', -380],
    ['1.005', 101],
    ['15.9663', 1597],
    [17.1, 1710],
    ['9999999999.99', 999_999_999_999],
  ])('%j is %i cents', (amount, cents) => {
    expect(Cents.parse(amount)).toBe(cents)
  })

  it.each(['', 'free', '1,50', '1e3', 'NaN', Number.NaN, null, {}])('%j is none', (amount) => {
    expect(Cents.safeParse(amount).success).toBe(false)
  })

  it('may be omitted where a platform does so', () => {
    expect(['', null, undefined, '2.50'].map((amount) => CentsOrNone.parse(amount))).toEqual([null, null, null, 250])
  })

  it.each([
    [5, '0.05'],
    [1900, '19.00'],
    [-380, '-3.80'],
  ])('of %i cents is written as %s', (cents, text) => {
    expect(toAmount(cents)).toBe(text)
  })
})

describe('sums that are a few cents off', () => {
  const amounts = { goods: 3000, discount: 0, shipping: 500, tax: 0 }
  it.each([
    ['too much is a discount', 3497, { discount: 3, tax: 0 }],
    ['too little is tax', 3503, { discount: 0, tax: 3 }],
    ['nothing is nothing', 3500, { discount: 0, tax: 0 }],
    ['more than that is left alone', 3496, { discount: 0, tax: 0 }],
  ])('are balanced: %s', (_, total, balanced) => {
    expect(balanceAmounts({ ...amounts, total }, 3)).toEqual({ ...amounts, ...balanced, total })
  })
})

describe('an amount of an order', () => {
  const amounts = { goods: 3000, discount: 200, shipping: 500, tax: 100, total: 3400 }
  it.each([
    ['a discount below zero is a charge', { discount: -300 }, { discountAmount: '0.00', shippingAmount: '8.00' }],
    ['tax below zero is a discount', { tax: -100 }, { discountAmount: '3.00', taxAmount: '0.00' }],
    ['shipping below zero is a discount', { shipping: -50 }, { discountAmount: '2.50', shippingAmount: '0.00' }],
    ['a total below zero is none', { total: -1 }, { total: '0.00' }],
  ])('is never negative: %s', (_, changes, wire) => {
    expect(toOrderAmounts({ ...amounts, ...changes })).toMatchObject(wire)
  })
})
