import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, text, time, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { reportFormats, reportFrequencies, reportRunStatuses, reportTypes } from '#contract/report-values.ts'
import { moment, notBlank, oneOf, timestamps } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'

/** Due at `timeOfDay` in the company's time zone; `weekday` is 1 (Monday) to 7. */
export const scheduledReports = companyTable(
  'scheduled_reports',
  {
    name: text('name').notNull(),
    reportType: text('report_type', { enum: reportTypes }).notNull(),
    format: text('format', { enum: reportFormats }).notNull().default('xlsx'),
    frequency: text('frequency', { enum: reportFrequencies }).notNull(),
    weekday: integer('weekday'),
    timeOfDay: time('time_of_day', { precision: 0 }).notNull(),
    audience: text('audience').notNull(),
    recipients: text('recipients').array().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    nextRunAt: moment('next_run_at'),
    /** The time zone of `nextRunAt`; the company's may have changed since. */
    nextRunZone: text('next_run_zone'),
    ...timestamps(),
  },
  (table) => [
    oneOf(table.reportType, reportTypes),
    oneOf(table.format, reportFormats),
    oneOf(table.frequency, reportFrequencies),
    notBlank(table.name),
    check('scheduled_reports_weekday_range', sql`${table.weekday} between 1 and 7`),
    check('scheduled_reports_weekly_has_day', sql`(${table.frequency} = 'weekly') = (${table.weekday} is not null)`),
    index('scheduled_reports_due')
      .on(table.companyId, table.nextRunAt)
      .where(sql`${table.isActive}`),
  ],
)

/** One row per due time, so that a report is sent once. */
export const reportRuns = companyTable(
  'report_runs',
  {
    scheduledReportId: uuid('scheduled_report_id').notNull(),
    dueAt: moment('due_at').notNull(),
    startDate: date('start_date').notNull(),
    endDate: date('end_date').notNull(),
    recipients: text('recipients').array().notNull().default([]),
    /** Who requested it; null for a scheduled run. */
    requestedBy: text('requested_by'),
    /** Set before the mail is submitted; if nothing follows, it is unknown whether the mail was sent. */
    claimedAt: moment('claimed_at'),
    status: text('status', { enum: reportRunStatuses }).notNull().default('pending'),
    error: text('error'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    ...linkTo(table.companyId, table.scheduledReportId, scheduledReports, { onDelete: 'cascade', indexed: false }),
    oneOf(table.status, reportRunStatuses),
    uniqueIndex('report_runs_once').on(table.companyId, table.scheduledReportId, table.dueAt),
  ],
)
