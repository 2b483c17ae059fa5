import { z } from 'zod'
import { email } from '#contract/fields.ts'
import { type ReportSchedule, ScheduleInput } from '#contract/report-schedules.ts'

const { name, reportType, format, frequency, timeOfDay, audience, recipients, isActive } = ScheduleInput.shape

/** Addresses as people write them: one per line, or with commas, semicolons or spaces between them. */
const addressBox = z
  .string()
  .transform((typed, refinement) => {
    const all = typed.split(/[\s,;]+/).filter(Boolean)
    const bad = all.filter((one) => !email.safeParse(one).success).map((one) => `“${one}”`)
    if (bad.length > 0) refinement.addIssue({ code: 'custom', message: `Not an email address: ${bad.join(', ')}` })
    return all
  })
  .pipe(recipients)

/** What the form holds; one that goes out daily keeps its weekday to itself. */
export const ScheduleFields = z
  .object({
    name,
    reportType,
    format,
    frequency,
    weekday: z.string(),
    timeOfDay,
    audience,
    recipients: addressBox,
    isActive,
  })
  .transform(({ weekday, ...fields }): ScheduleInput => ({
    ...fields,
    weekday: fields.frequency === 'weekly' ? Number(weekday) : null,
  }))
export type ScheduleValues = z.input<typeof ScheduleFields>

export const emptySchedule: ScheduleValues = {
  name: '',
  reportType: 'sales',
  format: 'xlsx',
  frequency: 'daily',
  weekday: '1',
  timeOfDay: '09:00',
  audience: '',
  recipients: '',
  isActive: true,
}

export function toFormValues(schedule: ReportSchedule): ScheduleValues {
  const { name, reportType, format, frequency, weekday, timeOfDay, audience, recipients, isActive } = schedule
  return {
    name,
    reportType,
    format,
    frequency,
    weekday: String(weekday ?? 1),
    timeOfDay,
    audience,
    recipients: recipients.join('\n'),
    isActive,
  }
}
