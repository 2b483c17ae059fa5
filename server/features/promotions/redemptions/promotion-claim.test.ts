import { expect, it } from 'vitest'
import { claimsAnyPromotion } from './attribute-discount.ts'

it.each([
  ['names a code and has a discount', ['FALL10'], '3.80', true],
  ['names a code that took nothing off', ['FALL10'], '0.00', true],
  ['has a discount and names no code', [], '3.80', true],
  ['says nothing of promotions', [], '0.00', false],
])('an order that %s', (_, codes, discount, expected) => {
  expect(claimsAnyPromotion({ codes, discount })).toBe(expected)
})
