import type { ReportSchedule } from '#contract/report-schedules.ts'
import type { reportRuns } from '#server/platform/db/schema/reports.ts'
import { newId } from '#server/platform/ids.ts'
import { secondsAfter } from '../moments.ts'
import { dayBefore, momentAt } from '../wall-clock.ts'

export const pastDays = 30
/** When the mailbox of finance was full, which is what 5.2.2 means. */
const refusedDaysAgo = 11
const refusal = 'The mail server does not take mail for this address (552 5.2.2).'

type Run = typeof reportRuns.$inferInsert

/** One for each due moment of the last weeks, over the day or the week before it. */
export function pastRuns(companyId: string, schedule: ReportSchedule, now: Date): Run[] {
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
