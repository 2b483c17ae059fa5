import { useSearchParams } from 'wouter'
import { readDay, readId } from '#contract/fields.ts'
import { rankings, reportTypes, type ReportType } from '#contract/report-values.ts'
import { defaultReportDays, rangeProblem, type ReportOptions, type ReportRange } from '#contract/reports.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useNow } from '#web/shared/relative-time.tsx'
import { lastDays, todayIn } from './report-days.ts'

export type ReportChoice = ReportRange & ReportOptions & { type: ReportType }
export type ReportFilter = ReturnType<typeof useReportFilter>

/** The report that is shown, stored in the URL. Each applied filter is a history entry. */
export function useReportFilter() {
  const [params, setParams] = useSearchParams()
  const { timeZone } = useCurrentUser()
  const today = todayIn(timeZone, useNow())
  const type = reportTypes.find((one) => one === params.get('type')) ?? 'sales'
  const range = rangeIn(params) ?? lastDays(today, defaultReportDays)
  const applied: ReportChoice = { type, ...range, ...(type === 'best-sellers' && optionsIn(params)) }

  return {
    applied,
    today,
    /** Replaces all parameters, which also closes a drill-down of the previous report. */
    apply: ({ channelId, rankBy, ...next }: ReportChoice) =>
      setParams(
        new URLSearchParams({
          ...next,
          ...(next.type === 'best-sellers' && channelId && { channelId }),
          ...(next.type === 'best-sellers' && rankBy && { rankBy }),
        }),
      ),
  }
}

function optionsIn(params: URLSearchParams): ReportOptions {
  const [channel, rank] = [params.get('channelId'), params.get('rankBy')]
  const channelId = channel === 'none' ? channel : readId(channel)
  const rankBy = rankings.find((one) => one === rank)
  return { ...(channelId && { channelId }), ...(rankBy && { rankBy }) }
}

function rangeIn(params: URLSearchParams): ReportRange | null {
  const startDate = readDay(params.get('startDate'))
  const endDate = readDay(params.get('endDate'))
  return startDate && endDate && !rangeProblem({ startDate, endDate }) ? { startDate, endDate } : null
}
