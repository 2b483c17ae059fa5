import { Temporal } from 'temporal-polyfill'
import { daysIn, type ReportRange } from '#contract/reports.ts'

/** Half-open interval: from inclusive, to exclusive. */
export type Span = { from: Date; to: Date }

/** A bucket of a chart: whole days with their start and end in the company's time zone. */
export type Bucket = ReportRange & Span

/**
 * The days of a report as moments, and the same number of days before them for comparison. While the last day is not
 * over, the previous days are cut at the same local time, so that a morning is compared with a morning.
 */
export type Period = {
  range: ReportRange
  span: Span
  buckets: Bucket[]
  previous: { range: ReportRange; span: Span; buckets: Bucket[]; isCut: boolean }
}

const longestByDay = 62
const longestByWeek = 371

export function periodOf(range: ReportRange, zone: string, now: Date): Period {
  const days = daysIn(range)
  const buckets = bucketsOf(range, zone)
  const whole = { from: startOf(range.startDate, zone), to: startOf(daysAfter(range.endDate, 1), zone) }
  const before = { startDate: daysAfter(range.startDate, -days), endDate: daysAfter(range.endDate, -days) }
  const isCut = now < whole.to
  const from = startOf(before.startDate, zone)
  const to = isCut ? laterOf(from, sameTimeBefore(now, days, zone)) : whole.from
  return {
    range,
    span: whole,
    buckets,
    previous: {
      range: before,
      span: { from, to },
      // Each bucket is compared with the one shifted by the length of the period, whatever its weekdays.
      buckets: buckets.map((bucket) => shifted(bucket, -days, zone, to)),
      isCut,
    },
  }
}

export function todayIn(zone: string, now: Date): string {
  return wallTime(now, zone).toPlainDate().toString()
}

/** The same local time some days before; if daylight saving time skipped it, the time shifted forward. */
export function sameTimeBefore(now: Date, days: number, zone: string): Date {
  return new Date(wallTime(now, zone).subtract({ days }).epochMilliseconds)
}

/** The first moment of a day, which is not midnight where daylight saving time skips midnight. */
function startOf(date: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds)
}

export const daysAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

/** Splits a span into whole steps, aligned to UTC, and the remainders at both ends. */
export function wholeSteps({ from, to }: Span, step: number): { whole: Span | null; ends: Span[] } {
  const whole = {
    from: new Date(Math.ceil(from.getTime() / step) * step),
    to: new Date(Math.floor(to.getTime() / step) * step),
  }
  if (whole.from >= whole.to) return { whole: null, ends: [{ from, to }] }
  const ends = [
    { from, to: whole.from },
    { from: whole.to, to },
  ]
  return { whole, ends: ends.filter((end) => end.from < end.to) }
}

function bucketsOf(range: ReportRange, zone: string): Bucket[] {
  const buckets: Bucket[] = []
  for (let startDate = range.startDate; startDate <= range.endDate;) {
    const next = nextStart(startDate, daysIn(range))
    const endDate = next > range.endDate ? range.endDate : daysAfter(next, -1)
    buckets.push({ startDate, endDate, from: startOf(startDate, zone), to: startOf(daysAfter(endDate, 1), zone) })
    startDate = next
  }
  return buckets
}

/** Start of the next bucket: by day, by week from Monday or by month, depending on the length of the period. */
function nextStart(date: string, days: number): string {
  if (days <= longestByDay) return daysAfter(date, 1)
  const day = Temporal.PlainDate.from(date)
  if (days <= longestByWeek) return day.add({ days: 8 - day.dayOfWeek }).toString()
  return day.with({ day: 1 }).add({ months: 1 }).toString()
}

function shifted({ startDate, endDate }: Bucket, days: number, zone: string, end: Date): Bucket {
  const moved = { startDate: daysAfter(startDate, days), endDate: daysAfter(endDate, days) }
  const [from, to] = [startOf(moved.startDate, zone), startOf(daysAfter(moved.endDate, 1), zone)]
  return { ...moved, from: earlierOf(from, end), to: earlierOf(to, end) }
}

const wallTime = (moment: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
const laterOf = (one: Date, other: Date) => (one > other ? one : other)
const earlierOf = (one: Date, other: Date) => (one < other ? one : other)
