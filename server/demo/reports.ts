import type { ReportSchedule } from '#contract/report-schedules.ts'
import { listSchedules, updateSchedule } from '#server/features/reports/schedules/schedules.ts'
import type { Deps } from '#server/platform/context.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { reportRuns } from '#server/platform/db/schema/reports.ts'
import { newId } from '#server/platform/ids.ts'
import { dayBefore, daysBefore, momentAt, secondsAfter } from './dates.ts'
import { asOperator, contextAt } from './operator.ts'

/** Sets the recipients of the two default schedules and adds their runs of the last weeks. */
export async function addDemoReports(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    const now = ctx.clock.now()
    const then = contextAt(ctx, daysBefore(now, pastDays))
    for (const { id: scheduleId, audience } of await listSchedules(ctx)) {
      const recipients = [`${audience}@harborandpine.test`]
      const schedule = await updateSchedule(then, { scheduleId, recipients })
      await ctx.transaction((tx) => insertRows(tx, reportRuns, pastRuns(ctx.companyId, schedule, now)))
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s reports could not all be set up')
  }
}

const pastDays = 30

/** The day on which a mail was rejected because the mailbox was full (5.2.2). */
const refusedDaysAgo = 11

const refusal = 'The email server doesn’t accept email for this address (552 5.2.2).'

type Run = typeof reportRuns.$inferInsert

/** One run per due moment of the last weeks. */
function pastRuns(companyId: string, schedule: ReportSchedule, now: Date): Run[] {
  const { id: scheduledReportId, recipients, timeOfDay, frequency, weekday } = schedule
  return Array.from({ length: pastDays }, (_, daysAgo) => ({ daysAgo, day: dayBefore(now, daysAgo) }))
    .filter(({ day }) => weekday === null || weekday === day.dayOfWeek)
    .map(({ daysAgo, day }) => {
      const dueAt = momentAt(day, Number(timeOfDay.slice(0, 2)))
      return {
        companyId,
        id: newId(dueAt.getTime()),
        scheduledReportId,
        dueAt,
        startDate: day.subtract({ days: frequency === 'daily' ? 1 : 7 }).toString(),
        endDate: day.subtract({ days: 1 }).toString(),
        recipients,
        requestedBy: null,
        claimedAt: secondsAfter(dueAt, 21),
        ...outcomeOf(dueAt, frequency === 'daily' && daysAgo === refusedDaysAgo),
      }
    })
    .filter(({ dueAt }) => dueAt <= now)
}

const outcomeOf = (dueAt: Date, isRefused: boolean): Pick<Run, 'status' | 'error' | 'sentAt'> =>
  isRefused
    ? { status: 'failed', error: refusal, sentAt: null }
    : { status: 'sent', error: null, sentAt: secondsAfter(dueAt, 23) }
