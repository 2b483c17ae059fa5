import { Temporal } from 'temporal-polyfill'
import type { ReportFrequency } from '#contract/report-values.ts'
import type { ReportRange } from '#contract/reports.ts'
import { daysAfter, todayIn } from '../period.ts'

/** When a report is due; `timeOfDay` such as `09:00`, with or without seconds. */
export type Times = { frequency: ReportFrequency; weekday: number | null; timeOfDay: string }

const daysPerWeek = 7

/** The first due moment after `after`. */
export function nextRunAfter(times: Times, zone: string, after: Date): Date {
  // One day more than a week: today's moment may be over, and daylight saving time may skip one.
  for (let days = 0; days <= daysPerWeek + 1; days += 1) {
    const due = dueOn(daysAfter(todayIn(zone, after), days), times, zone)
    if (due && due > after) return due
  }
  throw new Error('Every week has each of its days')
}

/** The last due moment up to and including `until`. */
export function lastRunUpTo(times: Times, zone: string, until: Date): Date {
  for (let days = 0; days <= daysPerWeek + 1; days += 1) {
    const due = dueOn(daysAfter(todayIn(zone, until), -days), times, zone)
    if (due && due <= until) return due
  }
  throw new Error('Every week has each of its days')
}

/** The days that a report covers: yesterday, or the seven days before. */
export function daysCovered(frequency: ReportFrequency, zone: string, dueAt: Date): ReportRange {
  const endDate = daysAfter(todayIn(zone, dueAt), -1)
  return { startDate: frequency === 'daily' ? endDate : daysAfter(endDate, 1 - daysPerWeek), endDate }
}

/** A local time that daylight saving time skips is shifted forward; of one that occurs twice, the first counts. */
function dueOn(date: string, { weekday, timeOfDay }: Times, zone: string): Date | null {
  const day = Temporal.PlainDate.from(date)
  if (weekday !== null && day.dayOfWeek !== weekday) return null
  const plainTime = Temporal.PlainTime.from(timeOfDay)
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds)
}

/** The stored time of the next run; null while the schedule is paused. Missed runs are not caught up. */
export const nextRunFields = (schedule: Times & { isActive: boolean }, zone: string, now: Date) =>
  schedule.isActive
    ? { nextRunAt: nextRunAfter(schedule, zone, now), nextRunZone: zone }
    : { nextRunAt: null, nextRunZone: null }

/**
 * Hours after which an unsent report is abandoned. Less than the job queue keeps retrying while the mail server is
 * down.
 */
const maxDelayHours = 48

export const expiredBefore = (now: Date): Date => new Date(now.getTime() - maxDelayHours * 3_600_000)
