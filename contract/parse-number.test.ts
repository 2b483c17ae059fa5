import { expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

test.each([
  ['12', 12],
  [' 12.50 ', 12.5],
  ['.5', 0.5],
  ['-3', -3],
  ['$5', 5],
  ['$ 1,299.00', 1299],
  ['-$4', -4],
  ['1,000,000', 1_000_000],
])('“%s” is %d', (text, value) => {
  expect(parseNumber('Price', text)).toEqual({ value })
})

test.each(['12,50', '1.299,00', '1,29,50', '-1,5'])('“%s” may mean two numbers', (text) => {
  const reason = 'Price has a comma that may mean a point: write it like 1299.50'
  expect(parseNumber('Price', text)).toEqual({ reason })
})

test.each(['', '.', '-', '$', 'abc', '1e3', '0x10', 'Infinity', '5 USD', '(5.00)', '٥', '1,', '1.'])(
  '“%s” is no number',
  (text) => {
    expect(parseNumber('Price', text)).toEqual({ reason: 'Price must be a number such as 12' })
  },
)
