import { describe, expect, it } from 'vitest'
import { parseZonedText, toZonedText } from './zoned-date-time.ts'

const losAngeles = 'America/Los_Angeles'

it.each([
  ['2026-01-15T17:00:00.000Z', losAngeles, '2026-01-15T09:00'],
  ['2026-07-15T16:00:00.000Z', losAngeles, '2026-07-15T09:00'],
  ['2026-01-01T07:59:00.000Z', losAngeles, '2025-12-31T23:59'],
  ['2026-01-01T00:00:00.000Z', 'UTC', '2026-01-01T00:00'],
  ['2026-01-15T03:15:00.000Z', 'Asia/Kathmandu', '2026-01-15T09:00'],
  ['2026-01-14T22:00:00.000Z', 'Australia/Sydney', '2026-01-15T09:00'],
])('%s in %s is %s, formatted and parsed', (moment, timeZone, text) => {
  expect(toZonedText(moment, timeZone)).toBe(text)
  expect(parseZonedText(text, timeZone)).toBe(moment)
})

describe('on a day of a daylight-saving change', () => {
  it.each([
    ['2026-03-08T01:59', '2026-03-08T09:59:00.000Z'],
    ['2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
    ['2026-03-08T03:00', '2026-03-08T10:00:00.000Z'],
    ['2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01T02:00', '2026-11-01T10:00:00.000Z'],
  ])('%s in Los Angeles is %s', (text, moment) => {
    expect(parseZonedText(text, losAngeles)).toBe(moment)
  })

  it('formatting drops the seconds', () => {
    expect(toZonedText('2026-01-15T17:00:59.999Z', losAngeles)).toBe('2026-01-15T09:00')
  })
})
