import type { ReportSchedule } from '#contract/report-schedules.ts'
import { type ReportFormat, reportFormats, type ReportFrequency, reportFrequencies } from '#contract/report-values.ts'

export const formatLabels: Record<ReportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }
export const formatOptions = reportFormats.map((format) => ({ value: format, label: formatLabels[format] }))

const frequencyLabels: Record<ReportFrequency, string> = { daily: 'Daily', weekly: 'Weekly' }
export const frequencyOptions = reportFrequencies.map((frequency) => ({
  value: frequency,
  label: frequencyLabels[frequency],
}))

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const weekdayOptions = weekdays.map((label, position) => ({ value: String(position + 1), label }))

type ScheduleTiming = Pick<ReportSchedule, 'frequency' | 'weekday' | 'timeOfDay'>

/** Such as "Weekly on Monday at 8:00 AM". */
export function describeTiming({ frequency, weekday, timeOfDay }: ScheduleTiming): string {
  const day = frequency === 'weekly' && weekday !== null ? weekdays[weekday - 1] : undefined
  return `${frequencyLabels[frequency]}${day ? ` on ${day}` : ''} at ${formatTime(timeOfDay)}`
}

export const describeTimingInline = (when: ScheduleTiming): string =>
  describeTiming(when).replace(/^./, (first) => first.toLowerCase())

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** Such as "9:00 AM". The narrow space of the formatter becomes a plain one. */
const formatTime = (time: string): string => clock.format(new Date(`1970-01-01T${time}Z`)).replaceAll(/\s/g, ' ')

export const readOnlyReason = 'Your role is Read Only. Operations and Admin can change scheduled reports.'
