import { describe, expect, it } from 'vitest'
import { AddressInput, addressProblems, type AddressFields } from './addresses.ts'
import { findCountry, findState, listCountries, statesOf } from './country-states.ts'

const seattle: AddressFields = {
  recipientName: 'Ana Ruiz',
  line1: '1 Main St',
  line2: null,
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

const problems = (changes: Partial<AddressFields>) => addressProblems({ ...seattle, ...changes })

describe('an address', () => {
  it.each([
    ['in the United States', {}],
    ['with the longer code', { postalCode: '98101-1234' }],
    ['in Canada', { country: 'CA', state: 'ON', postalCode: 'K1A 0B1' }],
    ['in Great Britain, which has no states', { country: 'GB', state: null, postalCode: 'SW1A 1AA' }],
    ['in Germany', { country: 'DE', state: null, postalCode: '10115' }],
    ['in Japan', { country: 'JP', state: null, postalCode: '100-0001' }],
    ['in a country whose codes nobody checks', { country: 'BR', state: null, postalCode: 'whatever' }],
    ['in small letters', { country: 'us' }],
  ])('%s can be delivered to', (_where, changes) => {
    expect(problems(changes)).toEqual([])
  })

  it('ignores further fields', () => {
    const kept = { ...seattle, id: '0199a1b2-0000-7000-8000-000000000000' }
    expect(addressProblems(kept)).toEqual([])
  })

  it.each([
    ['has no recipient', { recipientName: null }, 'recipientName'],
    ['has no street', { line1: ' ' }, 'line1'],
    ['has a street too long for a label', { line1: 'x'.repeat(181) }, 'line1'],
    ['has no city', { city: null }, 'city'],
    ['has no postal code', { postalCode: null }, 'postalCode'],
    ['has a postal code of elsewhere', { postalCode: 'K1A 0B1' }, 'postalCode'],
    ['has a postal code of four digits', { postalCode: '9810' }, 'postalCode'],
    ['has no state where there are states', { state: null }, 'state'],
    ['is in a country that there is not', { country: 'QQ' }, 'country'],
    ['is nowhere', { country: 'ZZ' }, 'country'],
    ['is in a union of countries', { country: 'EU' }, 'country'],
    ['has another code of its country', { country: 'UK', postalCode: 'SW1A 1AA' }, 'country'],
    ['writes its country out', { country: 'Germany' }, 'country'],
  ])('can’t be delivered to when it %s', (_what, changes, field) => {
    expect(problems(changes)).toEqual([{ field, message: expect.any(String) }])
  })

  it('reports all missing parts at once', () => {
    const fields = problems({ recipientName: null, line1: null, city: null }).map(({ field }) => field)
    expect(fields).toEqual(['recipientName', 'line1', 'city'])
  })

  it('names the country in its problems', () => {
    expect(problems({ postalCode: '981' })).toMatchObject([{ message: 'Invalid postal code for United States' }])
  })

  it('is trimmed when a person types it', () => {
    const typed = { ...seattle, country: ' us ', line2: ' ', city: ' Seattle ' }
    expect(AddressInput.parse(typed)).toEqual({ ...seattle, line2: null })
  })
})

describe('a country', () => {
  it.each([
    ['US', 'US'],
    [' united states', 'US'],
    ['usa', 'US'],
    ['UK', 'GB'],
    ['Côte d’Ivoire', 'CI'],
    ['cote d’ivoire', 'CI'],
    ['QQ', undefined],
    ['', undefined],
  ])('is found by %j', (text, code) => {
    expect(findCountry(text)?.code).toBe(code)
  })

  it('is listed once, the United States first and the others by name', () => {
    const codes = listCountries().map(({ code }) => code)
    expect(codes.slice(0, 2)).toEqual(['US', 'CA'])
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.indexOf('AF')).toBeLessThan(codes.indexOf('ZW'))
  })
})

describe('a state', () => {
  it.each([
    ['US', 'wa', 'WA'],
    ['US', 'US-WA', 'WA'],
    ['US', 'Washington', 'WA'],
    ['CA', 'québec', 'QC'],
    ['AU', 'WA', 'WA'],
    ['MX', 'Nuevo Leon', 'Nuevo León'],
    ['JP', 'JP-13', 'Tokyo'],
    ['US', 'Ontario', undefined],
    ['DE', 'Bayern', undefined],
  ])('of %s is found by %j', (country, text, code) => {
    expect(findState(country, text)?.code).toBe(code)
  })

  it.each([
    ['US', 59],
    ['CA', 13],
    ['AU', 8],
    ['MX', 32],
    ['JP', 47],
    ['DE', 0],
  ])('of %s is one of %i', (country, count) => {
    expect(statesOf(country)).toHaveLength(count)
  })
})
