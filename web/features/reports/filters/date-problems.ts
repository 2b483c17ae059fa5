import { readDay } from '#contract/fields.ts'
import { rangeProblem, type ReportRange } from '#contract/reports.ts'

/** What is wrong with what was typed, if anything is; asked without our shapes, as every report is shown with its filters. */
export const startDateProblem = (startDate: string): string | undefined =>
  readDay(startDate) ? undefined : 'Choose a start date'

export function endDateProblem(endDate: string, { startDate }: ReportRange): string | undefined {
  if (!readDay(endDate)) return 'Choose an end date'
  return readDay(startDate) ? (rangeProblem({ startDate, endDate }) ?? undefined) : undefined
}
