import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from './i18n.ts'
import { formatMoney, optionalPrice, price, priceNumber } from './money.ts'

afterEach(() => setLanguage('en'))

describe('a price that is typed', () => {
  it.each([
    ['12', '12.00'],
    [' 12.5 ', '12.50'],
    ['0', '0.00'],
    ['0.1', '0.10'],
    ['99999999.99', '99999999.99'],
  ])('%s is taken as %s', (typed, wire) => expect(price('Price').parse(typed)).toBe(wire))

  it.each(['-1', '-0', '12.345', '1e3', '1,299', '$5', 'free', '100000000', 'NaN', ''])('%s is refused', (typed) =>
    expect(price('Price').safeParse(typed).success).toBe(false),
  )

  it.each([
    ['12,50', '12.50'],
    ['1.299,5', '1299.50'],
    ['12.50', '12.50'],
  ])('%s is taken as %s in German', (typed, wire) => {
    setLanguage('de')
    expect(price('Preis').parse(typed)).toBe(wire)
  })

  it.each(['1,299', '1.299', '12,'])('%s is refused in German', (typed) => {
    setLanguage('de')
    expect(price('Preis').safeParse(typed).success).toBe(false)
  })

  it('may be left out where it is optional', () => {
    expect(optionalPrice('Cost').parse('')).toBeNull()
    expect(optionalPrice('Cost').parse(undefined)).toBeNull()
    expect(optionalPrice('Cost').parse('3')).toBe('3.00')
    expect(optionalPrice('Cost').safeParse('three').success).toBe(false)
  })
})

describe('a price that is a number', () => {
  it.each([0, 0.1, 0.29, 12.5, 1234.56, 99_999_999.99])('takes %s', (amount) =>
    expect(priceNumber('Price').parse(amount)).toBe(amount),
  )

  it.each([-0, -1, 1e308, 100_000_000, 12.345, Number.NaN, Infinity])('refuses %s', (amount) =>
    expect(priceNumber('Price').safeParse(amount).success).toBe(false),
  )
})

it('money is formatted with its currency and two decimals', () => {
  expect(formatMoney('1234.5')).toBe('$1,234.50')
  expect(formatMoney('0.00', 'EUR')).toBe('€0.00')
  setLanguage('de')
  expect(formatMoney('1234.5', 'CHF')).toBe('1.234,50\u{A0}CHF')
})
