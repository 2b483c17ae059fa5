import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, Id, line, Moment } from './fields.ts'
import { t } from './i18n.ts'
import { PageQuery } from './paging.ts'
import { reportFormats, reportFrequencies, reportRunStatuses, reportTypes } from './report-values.ts'
import { ReportRange } from './reports.ts'

const mostRecipients = 20

/** `dueAt` is when it was scheduled, or when somebody requested it. */
export const ReportRun = z.object({
  id: Id,
  dueAt: Moment,
  range: ReportRange.strip(),
  status: z.enum(reportRunStatuses),
  /** Why it was not sent, or not to all recipients. */
  error: z.string().nullable(),
  sentAt: Moment.nullable(),
  recipients: z.array(z.string()),
  /** Who requested it; null for a scheduled run. */
  requestedBy: z.string().nullable(),
})
export type ReportRun = z.output<typeof ReportRun>

/** `weekday` is 1 (Monday) to 7; null for daily schedules. Times are in the company's time zone. */
export const ReportSchedule = z.object({
  id: Id,
  name: z.string(),
  reportType: z.enum(reportTypes),
  format: z.enum(reportFormats),
  frequency: z.enum(reportFrequencies),
  weekday: z.int().nullable(),
  timeOfDay: z.string(),
  /** The audience, such as finance. */
  audience: z.string(),
  /** Without recipients it goes to `fallback`, the company's own address, if there is one. */
  recipients: z.array(z.string()),
  fallback: z.string().nullable(),
  isActive: z.boolean(),
  nextRunAt: Moment.nullable(),
  lastRun: ReportRun.nullable(),
})
export type ReportSchedule = z.output<typeof ReportSchedule>

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, t('Enter a time such as 09:00'))

const recipients = z
  .array(email)
  .max(mostRecipients, t('Up to {mostRecipients} people', { mostRecipients }))
  .transform((all) => [...new Map(all.map((one) => [one.toLowerCase(), one])).values()])

export const ScheduleInput = z.strictObject({
  name: line(t('Name'), 80),
  reportType: z.enum(reportTypes),
  format: z.enum(reportFormats),
  frequency: z.enum(reportFrequencies),
  weekday: z.int().min(1).max(7).nullable(),
  timeOfDay,
  audience: line(t('Audience'), 60),
  recipients,
  isActive: z.boolean(),
})
export type ScheduleInput = z.output<typeof ScheduleInput>

/** The problem with the weekday, as a sentence; null when there is none. */
export function weekdayProblem({ frequency, weekday }: Pick<ScheduleInput, 'frequency' | 'weekday'>): string | null {
  if (frequency === 'weekly' && weekday === null) return t('Choose a day of the week')
  if (frequency === 'daily' && weekday !== null) return t('Daily reports can’t have a weekday')
  return null
}

const BySchedule = z.strictObject({ scheduleId: Id })

export const reportSchedulesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/report-schedules',
    summary: 'Reports that go out by themselves, with when and to whom',
    access: 'readonly',
    scope: 'company',
    reply: z.array(ReportSchedule),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/report-schedules',
    summary: 'Schedule a report',
    access: 'ops',
    scope: 'company',
    body: ScheduleInput.extend({ isActive: z.boolean().default(true) }),
    reply: ReportSchedule,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/report-schedules/:scheduleId',
    summary: 'Change, pause or resume one',
    access: 'ops',
    scope: 'company',
    params: BySchedule,
    body: ScheduleInput.partial(),
    reply: ReportSchedule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/report-schedules/:scheduleId',
    summary: 'Delete a schedule with the history of its emails',
    access: 'ops',
    scope: 'company',
    params: BySchedule,
    reply: z.object({ id: Id }),
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/report-schedules/:scheduleId/run',
    summary: 'Send it now',
    access: 'ops',
    scope: 'company',
    params: BySchedule,
    reply: ReportSchedule,
    status: 202,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/report-schedules/:scheduleId/runs',
    summary: 'When it went out and to whom, newest first',
    access: 'readonly',
    scope: 'company',
    params: BySchedule,
    query: PageQuery,
    reply: z.array(ReportRun),
    paged: true,
  }),
}
