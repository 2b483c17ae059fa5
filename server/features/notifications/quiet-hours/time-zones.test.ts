import { expect, it } from 'vitest'
import { splitCountries, timeZonesOf } from './time-zones.ts'

const at = (country: string | null, state: string | null = null, postalCode: string | null = null) =>
  timeZonesOf({ country, state, postalCode })

it.each([
  ['US', 'WA', null, 'America/Los_Angeles'],
  ['us', 'new york', null, 'America/New_York'],
  [' US ', 'N.Y.', null, 'America/New_York'],
  ['US', 'WA', '10001', 'America/Los_Angeles'],
  ['US', ' - ', ' 98101 ', 'America/Los_Angeles'],
  ['US', null, '10001', 'America/New_York'],
  ['US', null, '98101-1234', 'America/Los_Angeles'],
  ['US', null, '00501', 'America/New_York'],
  ['US', 'PR', null, 'America/Puerto_Rico'],
  ['US', null, '00907', 'America/Puerto_Rico'],
  ['US', null, '96910', 'Pacific/Guam'],
  ['US', 'VI', null, 'America/St_Thomas'],
  ['US', 'AS', null, 'Pacific/Pago_Pago'],
  ['CA', null, 'V5K 0A1', 'America/Vancouver'],
  ['CA', 'Québec', null, 'America/Toronto'],
  ['CA', 'PE', null, 'America/Halifax'],
  ['BR', 'São Paulo', null, 'America/Sao_Paulo'],
  ['BR', 'sao-paulo', null, 'America/Sao_Paulo'],
  ['BR', 'PR', null, 'America/Sao_Paulo'],
  ['MX', 'Quintana Roo', null, 'America/Cancun'],
  ['AU', 'WA', null, 'Australia/Perth'],
  ['AU', null, '4000', 'Australia/Brisbane'],
  ['ES', null, '35001', 'Atlantic/Canary'],
  ['ES', null, '28001', 'Europe/Madrid'],
  ['PT', null, '9500-150', 'Atlantic/Azores'],
  ['GB', null, null, 'Europe/London'],
  ['IN', 'KA', '560001', 'Asia/Calcutta'],
  ['XK', null, null, 'Europe/Belgrade'],
])('knows that %s %s %s is in %s', (country, state, postalCode, zone) => {
  expect(at(country, state, postalCode)[0]).toBe(zone)
})

it('a state that is split has all of its zones', () => {
  expect(at('US', 'TN')).toEqual(['America/Chicago', 'America/New_York'])
  expect(at('US', 'OR')).toEqual(['America/Los_Angeles', 'America/Denver'])
})

it('a country without a known state has all of its zones', () => {
  expect(at('US')).toEqual(expect.arrayContaining(['America/New_York', 'Pacific/Honolulu']))
  expect(at('AU', 'Somewhere')).toEqual(splitCountries['AU']?.whole)
  expect(at('KZ').length).toBeGreaterThan(0)
})

it('an unknown country has no zones', () => {
  expect(at(null, 'WA')).toEqual([])
  expect(at('')).toEqual([])
  expect(at('Narnia')).toEqual([])
  expect(at('XKX')).toEqual([])
  expect(at('X1')).toEqual([])
})

it('every ISO country has a zone, and all zones are valid', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  // Codes in the list of names that are no countries: uninhabited places, groups of countries and made-up codes.
  const noCountries = /^(?:AC|BV|CP|CQ|DG|EA|EU|EZ|HM|IC|TA|UN|XA|XB|ZZ|A[AN]|BU|CS|DD|FX|NT|QO|SU|TP|YD|YU|ZR)$/
  const countries = codes.filter((code) => names.of(code) && !noCountries.test(code))
  expect(countries.length).toBeGreaterThan(240)
  expect(countries.filter((code) => at(code).length === 0)).toEqual([])
  const zones = [
    ...countries.flatMap((code) => at(code)),
    ...Object.values(splitCountries).flatMap(({ states }) => Object.values(states).flat()),
  ]
  for (const zone of new Set(zones)) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
})
