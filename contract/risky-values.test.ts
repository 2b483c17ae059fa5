import { describe, expect, it } from 'vitest'
import { listRisks, riskOf } from './risky-values.ts'

describe('a price', () => {
  it.each([
    [68, 2.5, 'priceToTenth'],
    [68, 6.8, 'priceToTenth'],
    [68, 6.81, 'priceCut'],
    [10, 5.99, 'priceCut'],
    [0.1, 0.05, 'priceCut'],
    [10, 6, null],
    [0.05, 0.03, null],
    [19.99, 199.89, null],
    [19.99, 199.9, 'priceTenfold'],
    [19.99, 2500, 'priceTenfold'],
    [10, 0, 'zeroPrice'],
    [null, 0, 'zeroPrice'],
    [0, 0, null],
    [0, 900, null],
    [null, 900, null],
    [10, null, null],
    [10, 10, null],
  ])('that goes from %s to %s is %s', (from, to, reason) => {
    expect(riskOf('price', from, to)).toBe(reason)
  })
})

describe('a quantity', () => {
  it.each([
    [12, 120, 'quantityTenfold'],
    [12, 119, null],
    [9, 90, null],
    [9, 99, null],
    [10, 100, 'quantityTenfold'],
    [0, 5000, null],
    [null, 5000, null],
    [400, 0, null],
  ])('that goes from %s to %s is %s', (from, to, reason) => {
    expect(riskOf('quantity', from, to)).toBe(reason)
  })
})

it('lists risky changes with their reasons and leaves out the others', () => {
  const changes = listRisks([
    { sku: 'LAMP', field: 'price', from: 68, to: 2.5 },
    { sku: 'MUG', field: 'price', from: 10, to: 9 },
    { sku: 'MUG', field: 'quantity', from: 20, to: 2000 },
  ])
  expect(changes).toEqual([
    { sku: 'LAMP', field: 'price', from: 68, to: 2.5, why: 'The price drops by 90% or more.' },
    { sku: 'MUG', field: 'quantity', from: 20, to: 2000, why: 'The quantity is at least ten times what it was.' },
  ])
})
