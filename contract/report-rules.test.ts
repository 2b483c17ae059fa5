import { describe, expect, it } from 'vitest'
import { changeOf } from './headline-figures.ts'
import { daysIn, longestReportDays, rangeProblem } from './reports.ts'

describe('the change of a figure', () => {
  it.each([
    ['money', '1124.00', '1000.00', 12.4],
    ['money', '0.10', '0.30', -66.7],
    ['count', 3, 3, 0],
    ['count', 0, 8, -100],
    ['days', 12, 10, 20],
    ['share', 0.125, 0.1, 2.5],
    ['share', 0.1, 0, 10],
    ['share', 0.1, 0.3, -20],
  ] as const)('of %s from %s, when it was %s, is %s', (kind, value, previous, change) => {
    expect(changeOf(kind, value, previous)).toBe(change)
  })

  it.each([
    ['money', '12.00', '0.00'],
    ['count', 4, 0],
    ['count', 0, 0],
    ['money', null, '10.00'],
    ['share', 0.4, null],
  ] as const)('of %s from %s is not said when it was %s', (kind, value, previous) => {
    expect(changeOf(kind, value, previous)).toBeNull()
  })
})

describe('the days of a report', () => {
  it.each([
    ['2026-11-16', '2026-11-16', 1],
    ['2026-02-27', '2026-03-02', 4],
    ['2026-03-01', '2026-03-31', 31],
    ['2025-11-17', '2026-11-16', 365],
  ])('from %s to %s are %i, both ends counted', (startDate, endDate, days) => {
    expect(daysIn({ startDate, endDate })).toBe(days)
  })

  it('may be a single day, or as many as are allowed', () => {
    expect(rangeProblem({ startDate: '2026-11-16', endDate: '2026-11-16' })).toBeNull()
    expect(longestReportDays).toBe(1_100)
    expect(rangeProblem({ startDate: '2023-11-13', endDate: '2026-11-16' })).toBeNull()
  })

  it('cannot end before they begin, nor exceed the limit', () => {
    expect(rangeProblem({ startDate: '2026-11-16', endDate: '2026-11-15' })).toBe(
      'The end date is before the start date',
    )
    expect(rangeProblem({ startDate: '2023-11-12', endDate: '2026-11-16' })).toBe(
      'Choose up to 1,100 days (you chose 1,101)',
    )
  })

  it.each([
    ['0026-11-16', '0026-11-16'],
    ['1999-12-31', '2000-01-01'],
    ['2099-12-31', '2100-01-01'],
    ['9999-12-31', '9999-12-31'],
  ])('lie in this century: %s to %s do not', (startDate, endDate) => {
    expect(rangeProblem({ startDate, endDate })).toBe('Choose dates from 2000 to 2099')
  })
})
