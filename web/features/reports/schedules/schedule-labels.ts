import { locale, t } from '#contract/i18n.ts'
import type { ReportSchedule } from '#contract/report-schedules.ts'
import { type ReportFormat, reportFormats, type ReportFrequency, reportFrequencies } from '#contract/report-values.ts'

export const formatLabels: Record<ReportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }
export const formatOptions = reportFormats.map((format) => ({ value: format, label: formatLabels[format] }))

const frequencyLabels: Record<ReportFrequency, string> = { daily: t('Daily'), weekly: t('Weekly') }
export const frequencyOptions = reportFrequencies.map((frequency) => ({
  value: frequency,
  label: frequencyLabels[frequency],
}))

const weekdays = [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
] as const
export const weekdayOptions = weekdays.map((label, position) => ({ value: String(position + 1), label }))

type ScheduleTiming = Pick<ReportSchedule, 'frequency' | 'weekday' | 'timeOfDay'>

/** Such as "Weekly on Monday at 8:00 AM". */
export function describeTiming(timing: ScheduleTiming): string {
  const [day, time] = [dayOf(timing), formatTime(timing.timeOfDay)]
  return day ? t('Weekly on {day} at {time}', { day, time }) : t('Daily at {time}', { time })
}

/** The same inside a sentence. */
export function describeTimingInline(timing: ScheduleTiming): string {
  const [day, time] = [dayOf(timing), formatTime(timing.timeOfDay)]
  return day ? t('weekly on {day} at {time}', { day, time }) : t('daily at {time}', { time })
}

const dayOf = ({ frequency, weekday }: ScheduleTiming): string | undefined =>
  frequency === 'weekly' && weekday !== null ? weekdays[weekday - 1] : undefined

const clock = new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** Such as "9:00 AM". The narrow space of the formatter becomes a plain one. */
const formatTime = (time: string): string => clock.format(new Date(`1970-01-01T${time}Z`)).replaceAll(/\s/g, ' ')

export const readOnlyReason = t('Your role is Read Only. Operations and Admin can change scheduled reports.')
