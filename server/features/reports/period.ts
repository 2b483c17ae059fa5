import { Temporal } from 'temporal-polyfill'
import { daysIn, type ReportRange } from '#contract/reports.ts'

/** From a moment on and up to, not including, another. */
export type Span = { from: Date; to: Date }

/** A part of a period: whole days, and the moments at which they begin and end in the company's time zone. */
export type Bucket = ReportRange & Span

/**
 * The days of a report as moments, and the days before them, as many. While the last day is not over, the days before end
 * at this hour on the wall too, so that a morning is compared with a morning.
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
      // Each stands beside the one of the period that it is compared with, whatever weekdays they fall on.
      buckets: buckets.map((bucket) => shifted(bucket, -days, zone, to)),
      isCut,
    },
  }
}

export function todayIn(zone: string, now: Date): string {
  return wallTime(now, zone).toPlainDate().toString()
}

/** The same time on the wall some days before; where the clock skipped it, as much later. */
export function sameTimeBefore(now: Date, days: number, zone: string): Date {
  return new Date(wallTime(now, zone).subtract({ days }).epochMilliseconds)
}

/** The day's first moment, which is not midnight where the clock skips that. */
function startOf(date: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds)
}

export const daysAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

/** What of a span lies in whole steps, counted from 1970 in UTC, and what is left of it at its ends. */
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

/** Days, weeks that begin on Monday, or months, by how many days there are in all. */
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
