import type { ScheduleInput } from '#contract/report-schedules.ts'

/** Whose addresses they are is masked in the log, by their field's name. */
export const auditedSchedule = (schedule: ScheduleInput) => ({
  name: schedule.name,
  reportType: schedule.reportType,
  format: schedule.format,
  frequency: schedule.frequency,
  weekday: schedule.weekday,
  timeOfDay: schedule.timeOfDay.slice(0, 5),
  audience: schedule.audience,
  recipientEmails: schedule.recipients,
  isActive: schedule.isActive,
})
