import { expect, it } from 'vitest'
import { codeKey, promotionCode } from './promotion-code.ts'

it.each([
  ['FALL10', 'FALL10'],
  ['x', 'x'],
  ['  Fall10 ', 'Fall10'],
  ['50%-OFF!', '50%-OFF!'],
  ['"~"', '"~"'],
  ['x'.repeat(50), 'x'.repeat(50)],
])('takes %j as a code', (typed, code) => {
  expect(promotionCode.parse(typed)).toBe(code)
})

it.each([
  ['', 'Code is required'],
  ['   ', 'Code is required'],
  ['x'.repeat(51), 'Code must be 50 characters or fewer'],
  ['FALL 10', 'Code can have letters, digits and symbols but no spaces or commas, such as FALL10'],
  ['FALL10,FIVE', 'Code can have letters, digits and symbols but no spaces or commas, such as FALL10'],
  ['FALL10,', 'Code can have letters, digits and symbols but no spaces or commas, such as FALL10'],
  ['été', 'Code can have letters, digits and symbols but no spaces or commas, such as FALL10'],
  ['ÉTÉ10', 'Code can have letters, digits and symbols but no spaces or commas, such as FALL10'],
  ['10É', 'Code can have letters, digits and symbols but no spaces or commas, such as FALL10'],
])('does not take %j as a code', (typed, problem) => {
  expect(promotionCode.safeParse(typed).error?.issues[0]?.message).toBe(problem)
})

it('codes are compared without case and surrounding spaces', () => {
  expect([' Fall10 ', 'FALL10', 'fall10'].map(codeKey)).toEqual(['fall10', 'fall10', 'fall10'])
})
