import { locale, t } from '#contract/i18n.ts'
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

/** The same number of days, that many days earlier. */
export const earlierDays = ({ startDate, endDate }: ReportRange, days: number): ReportRange => ({
  startDate: daysAfter(startDate, -days),
  endDate: daysAfter(endDate, -days),
})

const daysAfter = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayLength)
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

type QuickRange = { label: string; rangeOn: (today: string) => ReportRange }

/** Preset ranges. Each ends today unless its label says otherwise. */
export const quickRanges: readonly QuickRange[] = [
  { label: t('Today'), rangeOn: (today) => lastDays(today, 1) },
  { label: t('Yesterday'), rangeOn: (today) => lastDays(daysAfter(today, -1), 1) },
  { label: t('Last 7 days'), rangeOn: (today) => lastDays(today, 7) },
  { label: t('Last 30 days'), rangeOn: (today) => lastDays(today, 30) },
  { label: t('This month'), rangeOn: (today) => ({ startDate: monthStart(today, 0), endDate: today }) },
  {
    label: t('Last month'),
    rangeOn: (today) => ({ startDate: monthStart(today, -1), endDate: daysAfter(monthStart(today, 0), -1) }),
  },
  { label: t('Last 12 months'), rangeOn: (today) => ({ startDate: yearBefore(today), endDate: today }) },
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

const short = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(locale(), { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Such as "Oct 1 – 15, 2026". */
export const formatDays = (range: ReportRange): string => formatRange(long, range)

/** Such as "Oct 1 – 15", or "Thu, Oct 1" for a single day. Years are named only when the range spans two. */
export const formatDaysShort = (range: ReportRange): string =>
  range.startDate === range.endDate ? weekday.format(new Date(range.startDate)) : formatRange(short, range)

/** Such as "Oct 1". */
export const formatDay = (day: string): string => short.format(new Date(day))

export const formatMonth = (day: string): string => month.format(new Date(day))

/** Replaces the thin spaces of the formatter by plain ones, so that the text can be searched. */
const formatRange = (format: Intl.DateTimeFormat, { startDate, endDate }: ReportRange) =>
  format.formatRange(new Date(startDate), new Date(endDate)).replaceAll(/\s/g, ' ')

/** Such as "Pacific Time". */
export function timeZoneLabel(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
