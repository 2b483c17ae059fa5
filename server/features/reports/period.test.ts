import { describe, expect, it } from 'vitest'
import { periodOf, sameTimeBefore, todayIn, wholeSteps } from './period.ts'

const over = new Date('2030-01-01T00:00:00Z')
const days = (startDate: string, endDate = startDate) => ({ startDate, endDate })
const hours = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 3_600_000
const texts = ({ from, to }: { from: Date; to: Date }) => [
  from.toISOString().slice(0, 16),
  to.toISOString().slice(0, 16),
]

describe('a day', () => {
  it.each([
    ['America/Los_Angeles', '2026-03-07', '2026-03-07T08:00', 24],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00', 23],
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00', 25],
    ['Europe/London', '2026-03-29', '2026-03-29T00:00', 23],
    ['Europe/London', '2026-10-25', '2026-10-24T23:00', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30', 23.5],
    ['Asia/Kathmandu', '2026-05-01', '2026-04-30T18:15', 24],
    // Where clocks are put forward at midnight, the day begins at one.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00', 23],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00', 23],
    // Samoa left this day out when it crossed the date line: it has no moments at all.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00', 24],
  ])('in %s, %s, begins at %s UTC and has %d hours', (zone, date, begins, long) => {
    const { span, buckets } = periodOf(days(date), zone, over)
    expect([texts(span)[0], hours(span)]).toEqual([begins, long])
    expect(buckets).toEqual([{ ...days(date), ...span }])
  })

  it.each([
    ['2026-03-08T07:59:59Z', '2026-03-07'],
    ['2026-03-08T08:00:00Z', '2026-03-08'],
    ['2026-11-02T07:59:59Z', '2026-11-01'],
  ])('is known by a moment: at %s it is %s in Los Angeles', (moment, date) => {
    expect(todayIn('America/Los_Angeles', new Date(moment))).toBe(date)
  })
})

describe('the days before', () => {
  it('are the same number of days, and end where the period begins once that is over', () => {
    const { previous, span } = periodOf(days('2026-03-08', '2026-03-10'), 'America/Los_Angeles', over)
    expect(previous).toMatchObject({ range: days('2026-03-05', '2026-03-07'), isCut: false })
    expect(previous.span.to).toEqual(span.from)
  })

  it.each([
    ['on a plain day', '2026-03-04T18:20:30Z', '2026-03-03T18:20:30Z'],
    ['after clocks went forward', '2026-03-08T18:20:00Z', '2026-03-07T19:20:00Z'],
    ['in the second of two equal hours', '2026-11-01T09:30:00Z', '2026-10-31T08:30:00Z'],
    ['the day after, at the hour that was skipped', '2026-03-09T09:30:00Z', '2026-03-08T10:30:00Z'],
  ])('end at the same local time while today is not over: %s', (_case, now, then) => {
    const zone = 'America/Los_Angeles'
    const today = todayIn(zone, new Date(now))
    const { previous } = periodOf(days(today), zone, new Date(now))
    expect([previous.isCut, previous.span.to]).toEqual([true, new Date(then)])
    expect(sameTimeBefore(new Date(now), 1, zone)).toEqual(new Date(then))
    expect(previous.buckets.at(-1)?.to).toEqual(new Date(then))
  })

  it('are empty while the period has not begun', () => {
    const { previous } = periodOf(days('2026-03-20', '2026-03-21'), 'UTC', new Date('2026-03-10T12:00:00Z'))
    expect(previous.span.to).toEqual(previous.span.from)
    expect(previous.buckets.every(({ from, to }) => from.getTime() === to.getTime())).toBe(true)
  })

  it('have the same number of buckets, each as long as the one it is compared with', () => {
    const { buckets, previous } = periodOf(days('2026-01-01', '2026-06-30'), 'Europe/London', over)
    const lengths = (list: typeof buckets) =>
      list.map(({ from, to }) => Math.round((to.getTime() - from.getTime()) / 86_400_000))
    expect(lengths(previous.buckets)).toEqual(lengths(buckets))
    expect(previous.buckets.at(-1)?.to).toEqual(buckets[0]?.from)
  })
})

describe('a period is cut', () => {
  const parts = (startDate: string, endDate: string) =>
    periodOf(days(startDate, endDate), 'America/Los_Angeles', over).buckets.map(
      (bucket) => `${bucket.startDate} ${bucket.endDate}`,
    )

  it('into days up to two months', () => {
    expect(parts('2026-01-01', '2026-03-03')).toHaveLength(62)
    expect(parts('2026-03-07', '2026-03-09')).toEqual(
      ['2026-03-07', '2026-03-08', '2026-03-09'].map((day) => `${day} ${day}`),
    )
  })

  it('into weeks from Monday to Sunday up to a year, cut at both ends', () => {
    const weeks = parts('2026-01-01', '2026-03-04')
    expect(weeks.slice(0, 2)).toEqual(['2026-01-01 2026-01-04', '2026-01-05 2026-01-11'])
    expect(weeks.at(-1)).toBe('2026-03-02 2026-03-04')
  })

  it('into months beyond that', () => {
    const months = parts('2024-01-15', '2027-01-18')
    expect(months).toHaveLength(37)
    expect([months[0], months[1], months.at(-1)]).toEqual([
      '2024-01-15 2024-01-31',
      '2024-02-01 2024-02-29',
      '2027-01-01 2027-01-18',
    ])
  })

  it.each([
    ['2026-03-08', '2026-03-08'],
    ['2026-02-20', '2026-04-10'],
    ['2025-11-17', '2026-11-16'],
    ['2023-11-13', '2026-11-16'],
  ])('without a gap or an overlap from %s to %s, in any zone', (startDate, endDate) => {
    for (const zone of [
      'America/Los_Angeles',
      'Europe/London',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Asia/Beirut',
    ]) {
      for (const { span, buckets } of [periodOf(days(startDate, endDate), zone, over)].flatMap((p) => [
        p,
        p.previous,
      ])) {
        expect(buckets[0]?.from).toEqual(span.from)
        expect(buckets.at(-1)?.to).toEqual(span.to)
        for (const [index, bucket] of buckets.slice(1).entries()) expect(bucket.from).toEqual(buckets[index]?.to)
      }
    }
  })
})

it('a span splits into whole steps and remainders at its ends', () => {
  const quarter = 15 * 60_000
  const span = (from: string, to: string) => ({
    from: new Date(`2026-03-02T${from}Z`),
    to: new Date(`2026-03-02T${to}Z`),
  })
  expect(wholeSteps(span('08:00:00', '09:00:00'), quarter)).toEqual({ whole: span('08:00:00', '09:00:00'), ends: [] })
  expect(wholeSteps(span('08:05:00', '09:20:01'), quarter)).toEqual({
    whole: span('08:15:00', '09:15:00'),
    ends: [span('08:05:00', '08:15:00'), span('09:15:00', '09:20:01')],
  })
  expect(wholeSteps(span('08:05:00', '08:29:00'), quarter)).toEqual({
    whole: null,
    ends: [span('08:05:00', '08:29:00')],
  })
})
