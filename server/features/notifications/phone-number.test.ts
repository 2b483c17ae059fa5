import { expect, it } from 'vitest'
import { toPhoneNumber } from './recipients.ts'

it.each([
  ['+1 (206) 555-0100', null, '+12065550100'],
  ['0044 20 7946 0018', 'GB', '+442079460018'],
  ['+44 (0)20 7946 0018', null, '+442079460018'],
  ['(0)20 7946 0018', 'GB', '+442079460018'],
  ['(206) 555-0100', 'US', '+12065550100'],
  ['1-206-555-0100', 'CA', '+12065550100'],
  ['55 1234 5678', 'MX', '+525512345678'],
  ['07700 900123', 'GB', '+447700900123'],
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['0412 345 678', 'AU', '+61412345678'],
])('knows %s of %s as %s', (typed, country, number) => {
  expect(toPhoneNumber(typed, country)).toBe(number)
})

it.each([
  ['206 555 0100', null],
  ['206 555 0100', 'DE'],
  ['555 0100', 'US'],
  ['1155550100', 'US'],
  ['7700900123', 'GB'],
  ['+1 206 555 0100 ext. 12345', 'US'],
  ['call me', 'US'],
  ['', 'US'],
])('does not guess at %s of %s', (typed, country) => {
  expect(toPhoneNumber(typed, country)).toBeNull()
})
