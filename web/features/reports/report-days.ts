import type { ReportRange } from '#contract/reports.ts'

const dayLength = 86_400_000

/** Calendar day in a time zone, such as 2026-03-08. */
export function todayIn(timeZone: string, now: number): string {
  // The Swedish locale formats dates as ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

export const lastDays = (today: string, days: number): ReportRange => ({
  startDate: daysAfter(today, 1 - days),
  endDate: today,
})

const daysAfter = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayLength)
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

type QuickRange = { label: string; rangeOn: (today: string) => ReportRange }

/** Preset ranges. Each ends today unless its label says otherwise. */
export const quickRanges: readonly QuickRange[] = [
  { label: 'Today', rangeOn: (today) => lastDays(today, 1) },
  { label: 'Yesterday', rangeOn: (today) => lastDays(daysAfter(today, -1), 1) },
  { label: 'Last 7 days', rangeOn: (today) => lastDays(today, 7) },
  { label: 'Last 30 days', rangeOn: (today) => lastDays(today, 30) },
  { label: 'This month', rangeOn: (today) => ({ startDate: monthStart(today, 0), endDate: today }) },
  {
    label: 'Last month',
    rangeOn: (today) => ({ startDate: monthStart(today, -1), endDate: daysAfter(monthStart(today, 0), -1) }),
  },
  { label: 'Last 12 months', rangeOn: (today) => ({ startDate: yearBefore(today), endDate: today }) },
]

function monthStart(today: string, months: number): string {
  const day = new Date(today)
  return dayOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1))
}

/** One year ago plus a day, so that the range does not contain the same calendar day twice. */
function yearBefore(today: string): string {
  const day = new Date(today)
  return dayOf(Date.UTC(day.getUTCFullYear() - 1, day.getUTCMonth(), day.getUTCDate() + 1))
}

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Such as "Oct 1 – 15, 2026". */
export const formatDays = (range: ReportRange): string => formatRange(long, range)

/** Such as "Oct 1 – 15", or "Thu, Oct 1" for a single day. Years are named only when the range spans two. */
export const formatDaysShort = (range: ReportRange): string =>
  range.startDate === range.endDate ? weekday.format(new Date(range.startDate)) : formatRange(short, range)

export const formatMonth = (day: string): string => month.format(new Date(day))

/** Replaces the thin spaces of the formatter by plain ones, so that the text can be searched. */
const formatRange = (format: Intl.DateTimeFormat, { startDate, endDate }: ReportRange) =>
  format.formatRange(new Date(startDate), new Date(endDate)).replaceAll(/\s/g, ' ')
