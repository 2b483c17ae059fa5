import { listSchedules } from '#server/features/reports/schedules/list-schedules.ts'
import { updateSchedule } from '#server/features/reports/schedules/update-schedule.ts'
import type { Deps } from '#server/platform/context.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { reportRuns } from '#server/platform/db/schema/reports.ts'
import { asOperator } from './as-operator.ts'
import { daysBefore } from './moments.ts'
import { contextAt } from './orders/at.ts'
import { pastDays, pastRuns } from './reports/past-runs.ts'

/** Has the company's two reports go to the people they are for, and writes when they went out in the last weeks. */
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
