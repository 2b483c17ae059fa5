import { expect, test } from 'vitest'
import { daysCovered, lastRunUpTo, nextRunAfter, type Times } from './next-run.ts'

const daily = (timeOfDay: string): Times => ({ frequency: 'daily', weekday: null, timeOfDay })
const weekly = (weekday: number, timeOfDay: string): Times => ({ frequency: 'weekly', weekday, timeOfDay })

const [berlin, newYork, havana, apia] = ['Europe/Berlin', 'America/New_York', 'America/Havana', 'Pacific/Apia']

/** Case, schedule, time zone, moment, and the next due moment after it. */
const cases: [what: string, times: Times, zone: string, after: string, next: string][] = [
  ['later today', daily('09:00'), berlin, '2026-03-02T07:59:59Z', '2026-03-02T08:00:00Z'],
  ['not again in its own minute', daily('09:00'), berlin, '2026-03-02T08:00:00Z', '2026-03-03T08:00:00Z'],
  ['nor in the seconds after', daily('09:00:00'), berlin, '2026-03-02T08:00:30Z', '2026-03-03T08:00:00Z'],
  ['today where it is another day already', daily('09:00'), apia, '2026-03-01T19:00:00Z', '2026-03-01T20:00:00Z'],
  ['an hour earlier when summer begins', daily('09:00'), berlin, '2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z'],
  ['an hour later when it ends', daily('09:00'), berlin, '2026-10-24T07:00:00Z', '2026-10-25T08:00:00Z'],
  ['as much later as the clock skips', daily('02:30'), berlin, '2026-03-28T12:00:00Z', '2026-03-29T01:30:00Z'],
  ['and as usual the day after', daily('02:30'), berlin, '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
  ['midnight that the clock skips', daily('00:00'), havana, '2026-03-07T12:00:00Z', '2026-03-08T05:00:00Z'],
  ['once where the clock shows it twice', daily('01:30'), newYork, '2026-10-31T12:00:00Z', '2026-11-01T05:30:00Z'],
  ['not the second time too', daily('01:30'), newYork, '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z'],
  ['nor between the two', daily('01:30'), newYork, '2026-11-01T05:45:00Z', '2026-11-02T06:30:00Z'],
  ['a day that a country skipped', daily('09:00'), apia, '2011-12-29T19:00:00Z', '2011-12-30T19:00:00Z'],
  ['once around it', daily('09:00'), apia, '2011-12-30T19:00:00Z', '2011-12-31T19:00:00Z'],
  ['this Monday', weekly(1, '08:00'), berlin, '2026-03-02T06:59:00Z', '2026-03-02T07:00:00Z'],
  ['next Monday', weekly(1, '08:00'), berlin, '2026-03-02T07:00:00Z', '2026-03-09T07:00:00Z'],
  ['Sunday, as the last of the week', weekly(7, '08:00'), berlin, '2026-03-02T07:00:00Z', '2026-03-08T07:00:00Z'],
  ['from Sunday on to Monday', weekly(1, '00:00'), berlin, '2026-03-08T22:59:00Z', '2026-03-08T23:00:00Z'],
  ['over the new year', weekly(4, '08:00'), newYork, '2026-12-31T13:00:00Z', '2027-01-07T13:00:00Z'],
  ['on Sunday when summer begins', weekly(7, '02:30'), berlin, '2026-03-22T12:00:00Z', '2026-03-29T01:30:00Z'],
]

test.each(cases)('a report is due next: %s', (_what, times, zone, after, next) => {
  expect(nextRunAfter(times, zone, new Date(after)).toISOString()).toBe(new Date(next).toISOString())
})

test.each(cases)('a report was last due at that moment, and not before: %s', (_what, times, zone, after, next) => {
  const due = new Date(next)
  expect(lastRunUpTo(times, zone, due)).toEqual(due)
  expect(lastRunUpTo(times, zone, new Date(due.getTime() - 1)).getTime()).toBeLessThanOrEqual(Date.parse(after))
})

test('a daily report is about yesterday, a weekly one about the seven days before its day', () => {
  const monday = new Date('2026-03-02T07:00:00Z')
  expect(daysCovered('daily', berlin, monday)).toEqual({ startDate: '2026-03-01', endDate: '2026-03-01' })
  expect(daysCovered('weekly', berlin, monday)).toEqual({ startDate: '2026-02-23', endDate: '2026-03-01' })
  expect(daysCovered('daily', 'America/Los_Angeles', monday)).toEqual({
    startDate: '2026-02-28',
    endDate: '2026-02-28',
  })
})
