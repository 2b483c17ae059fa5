import { expect, it } from 'vitest'
import { countryName, countryOfNumber, defaultTextCountries, textCountries } from './phone-countries.ts'

it.each([
  ['+12065550100', 'US'],
  ['+16045550100', 'CA'],
  ['+17875550100', 'PR'],
  ['+447700900123', 'GB'],
  ['+353861234567', 'IE'],
  ['+4915112345678', 'DE'],
  ['+525512345678', 'MX'],
  ['+85251234567', 'HK'],
])('%s is a number of %s', (number, country) => expect(countryOfNumber(number)).toBe(country))

it.each([
  ['Jamaica', '+18765550100'],
  ['the Dominican Republic', '+18095550100'],
  ['a premium-rate service', '+19005550100'],
  ['a satellite phone', '+881612345678'],
  ['international premium rate', '+979123456789'],
  ['Somalia', '+252612345678'],
  ['Cuba', '+5351234567'],
])('a number of %s belongs to no country that can be texted', (_where, number) =>
  expect(countryOfNumber(number)).toBeNull(),
)

it('every country has a name, and the default ones can be chosen', () => {
  expect(textCountries.filter((country) => countryName(country) === country)).toEqual([])
  expect(defaultTextCountries.filter((country) => !textCountries.includes(country))).toEqual([])
  expect(new Set(defaultTextCountries).size).toBe(defaultTextCountries.length)
})
