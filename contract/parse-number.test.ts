import { afterEach, expect, test } from 'vitest'
import { setLanguage } from './i18n.ts'
import { parseNumber, withDecimalMark, withDecimalPoint } from './parse-number.ts'

afterEach(() => setLanguage('en'))

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
  const reason = 'Price: use a decimal point, such as 1299.50'
  expect(parseNumber('Price', text)).toEqual({ reason })
})

test.each(['', '.', '-', '$', 'abc', '1e3', '0x10', 'Infinity', '5 USD', '(5.00)', '٥', '1,', '1.'])(
  '“%s” is no number',
  (text) => {
    expect(parseNumber('Price', text)).toEqual({ reason: 'Price must be a number such as 12' })
  },
)

test.each([
  ['12,50', 12.5],
  ['1.299,5', 1299.5],
  ['-3,1', -3.1],
  ['1,299.50', 1299.5],
  ['7', 7],
])('in a text that may write a comma for the point, %s is %d', (text, value) => {
  expect(parseNumber('Price', text, { hasDecimalComma: true })).toEqual({ value })
})

test('a German’s comma is a point, and 1,299 in a table stays ambiguous', () => {
  setLanguage('de')
  expect(parseNumber('Preis', '12,50')).toEqual({ value: 12.5 })
  expect(parseNumber('Preis', '1,299')).toHaveProperty('reason')
})

test.each([
  ['12,50', '12.50'],
  ['1.299,50', '1299.50'],
  ['1,250', '1.250'],
  ['12.50', '12.50'],
  ['1.2,5', '1.2,5'],
])('in a German form, %s is taken as %s', (text, number) => {
  expect(withDecimalPoint(text)).toBe(text)
  setLanguage('de')
  expect(withDecimalPoint(text)).toBe(number)
})

test('a stored number is written in a form as the language does', () => {
  expect(withDecimalMark('12.50')).toBe('12.50')
  setLanguage('de')
  expect(withDecimalMark('12.50')).toBe('12,50')
})
