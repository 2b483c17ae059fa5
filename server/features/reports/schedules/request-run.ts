import type { ReportRange } from '#contract/reports.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { daysCovered } from './next-run.ts'
import { expiredBefore } from './patience.ts'
import { failPendingBefore, insertRun } from './queries/runs.ts'
import type { ScheduleRecord } from './queries/schedules.ts'

const interrupted = 'It was interrupted and not taken up again. Press Run Now to send another.'

type RunRequest = { schedule: ScheduleRecord; dueAt: Date; timeZone: string; requestedBy: string | null; now: Date }

/** A run and its job, together. Null when that moment's run is there already. */
export async function requestRun(
  tx: Tx,
  enqueue: CompanyContext['enqueue'],
  { schedule, dueAt, timeZone, requestedBy, now }: RunRequest,
): Promise<ReportRange | null> {
  const { companyId, id: scheduleId } = schedule
  await failPendingBefore(tx, { companyId, scheduleId }, expiredBefore(now), interrupted)
  const range = daysCovered(schedule.frequency, timeZone, dueAt)
  const run = { companyId, id: newId(), scheduledReportId: scheduleId, dueAt, requestedBy, ...range }
  const runId = await insertRun(tx, run)
  if (runId === null) return null
  await enqueue(tx, 'reports.send', { runId })
  return range
}
