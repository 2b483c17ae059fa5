import type { ReportRun, ReportSchedule } from '#contract/report-schedules.ts'
import { nextRunAfter } from './next-run.ts'
import type { ScheduleRecord } from './queries/schedules.ts'

type ScheduleContext = { timeZone: string; fallback: string | null; lastRun: ReportRun | null; now: Date }

/** When it is due next is shown as it will be, also before somebody has written that down. */
export function toScheduleRow(
  schedule: ScheduleRecord,
  { timeZone, fallback, lastRun, now }: ScheduleContext,
): ReportSchedule {
  const { id, name, reportType, format, frequency, weekday, timeOfDay, audience, recipients, isActive } = schedule
  const stored = schedule.nextRunZone === timeZone ? schedule.nextRunAt : null
  const nextRunAt = isActive ? (stored ?? nextRunAfter(schedule, timeZone, now)) : null
  return {
    id,
    name,
    reportType,
    format,
    frequency,
    weekday,
    timeOfDay: timeOfDay.slice(0, 5),
    audience,
    recipients,
    fallback,
    isActive,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRun,
  }
}
