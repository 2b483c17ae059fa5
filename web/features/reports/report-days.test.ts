import { describe, expect, it } from 'vitest'
import { formatDays, formatDaysShort, lastDays, quickRanges, todayIn } from './report-days.ts'

it.each([
  ['America/Los_Angeles', '2026-03-08T07:59:00Z', '2026-03-07'],
  ['America/Los_Angeles', '2026-03-08T08:00:00Z', '2026-03-08'],
  ['Pacific/Kiritimati', '2026-03-08T10:00:00Z', '2026-03-09'],
])('knows which day it is in %s at %s', (timeZone, moment, day) => {
  expect(todayIn(timeZone, Date.parse(moment))).toBe(day)
})

it('counts both ends of the last 30 days', () => {
  expect(lastDays('2026-11-16', 30)).toEqual({ startDate: '2026-10-18', endDate: '2026-11-16' })
})

describe('the quick range', () => {
  it.each([
    ['Today', '2026-03-31', '2026-03-31', '2026-03-31'],
    ['Yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['Last 7 days', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['Last 30 days', '2026-03-30', '2026-03-01', '2026-03-30'],
    ['This month', '2026-03-31', '2026-03-01', '2026-03-31'],
    ['Last month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['Last month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['Last 12 months', '2026-11-16', '2025-11-17', '2026-11-16'],
    ['Last 12 months', '2028-02-29', '2027-03-02', '2028-02-29'],
  ])('%s on %s is from %s to %s', (label, today, startDate, endDate) => {
    const range = quickRanges.find((one) => one.label === label)?.rangeOn(today)
    expect(range).toEqual({ startDate, endDate })
  })
})

it.each([
  ['2026-10-01', '2026-10-15', 'Oct 1 – 15', 'Oct 1 – 15, 2026'],
  ['2026-09-17', '2026-10-16', 'Sep 17 – Oct 16', 'Sep 17 – Oct 16, 2026'],
  ['2025-12-20', '2026-01-18', 'Dec 20, 2025 – Jan 18, 2026', 'Dec 20, 2025 – Jan 18, 2026'],
  ['2026-11-16', '2026-11-16', 'Mon, Nov 16', 'Nov 16, 2026'],
])('says the days from %s to %s as people do', (startDate, endDate, inShort, inFull) => {
  expect(formatDaysShort({ startDate, endDate })).toBe(inShort)
  expect(formatDays({ startDate, endDate })).toBe(inFull)
})
