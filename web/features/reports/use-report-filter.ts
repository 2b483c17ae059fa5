import { useSearchParams } from 'wouter'
import { readDay } from '#contract/fields.ts'
import { reportTypes, type ReportType } from '#contract/report-values.ts'
import { defaultReportDays, rangeProblem, type ReportRange } from '#contract/reports.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useNow } from '#web/shared/relative-time.tsx'
import { lastDays, todayIn } from './report-days.ts'

export type ReportChoice = ReportRange & { type: ReportType }
export type ReportFilter = ReturnType<typeof useReportFilter>

/** The report that is shown, stored in the URL. Each applied filter is a history entry. */
export function useReportFilter() {
  const [params, setParams] = useSearchParams()
  const { timeZone } = useCurrentUser()
  const today = todayIn(timeZone, useNow())
  const type = reportTypes.find((one) => one === params.get('type')) ?? 'sales'
  const applied: ReportChoice = { type, ...(rangeIn(params) ?? lastDays(today, defaultReportDays)) }

  return {
    applied,
    today,
    /** Replaces all parameters, which also closes a drill-down of the previous report. */
    apply: (next: ReportChoice) => setParams(new URLSearchParams(next)),
  }
}

function rangeIn(params: URLSearchParams): ReportRange | null {
  const startDate = readDay(params.get('startDate'))
  const endDate = readDay(params.get('endDate'))
  return startDate && endDate && !rangeProblem({ startDate, endDate }) ? { startDate, endDate } : null
}
