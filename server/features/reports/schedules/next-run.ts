import { Temporal } from 'temporal-polyfill'
import type { ReportFrequency } from '#contract/report-values.ts'
import type { ReportRange } from '#contract/reports.ts'
import { daysAfter, todayIn } from '../period.ts'

/** When a report goes out; `timeOfDay` as in `09:00`, with or without seconds. */
export type Times = { frequency: ReportFrequency; weekday: number | null; timeOfDay: string }

const daysPerWeek = 7

/** The first moment after another at which it is due. */
export function nextRunAfter(times: Times, zone: string, after: Date): Date {
  // One day more than a week: today's moment may be over, and the clock may have skipped a day.
  for (let days = 0; days <= daysPerWeek + 1; days += 1) {
    const due = dueOn(daysAfter(todayIn(zone, after), days), times, zone)
    if (due && due > after) return due
  }
  throw new Error('Every week has each of its days')
}

/** The last moment up to another, that one included, at which it was due. */
export function lastRunUpTo(times: Times, zone: string, until: Date): Date {
  for (let days = 0; days <= daysPerWeek + 1; days += 1) {
    const due = dueOn(daysAfter(todayIn(zone, until), -days), times, zone)
    if (due && due <= until) return due
  }
  throw new Error('Every week has each of its days')
}

/** The days that a report of that moment is about: yesterday, or the seven days before. */
export function daysCovered(frequency: ReportFrequency, zone: string, dueAt: Date): ReportRange {
  const endDate = daysAfter(todayIn(zone, dueAt), -1)
  return { startDate: frequency === 'daily' ? endDate : daysAfter(endDate, 1 - daysPerWeek), endDate }
}

/** A time that the clock skips on that day is due as much later; of one that it shows twice, the first counts. */
function dueOn(date: string, { weekday, timeOfDay }: Times, zone: string): Date | null {
  const day = Temporal.PlainDate.from(date)
  if (weekday !== null && day.dayOfWeek !== weekday) return null
  const plainTime = Temporal.PlainTime.from(timeOfDay)
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds)
}

/** When it goes out next, as it is written down: never while it is paused. What was missed meanwhile is not caught up. */
export const nextRunFields = (schedule: Times & { isActive: boolean }, zone: string, now: Date) =>
  schedule.isActive
    ? { nextRunAt: nextRunAfter(schedule, zone, now), nextRunZone: zone }
    : { nextRunAt: null, nextRunZone: null }

/** A mail that can't be sent for so long after it was due is news to nobody. Less than the queue waits for a mail server. */
const maxDelayHours = 48

export const expiredBefore = (now: Date): Date => new Date(now.getTime() - maxDelayHours * 3_600_000)
