import { reportTypeLabels } from '#contract/report-values.ts'
import type { Report } from '#contract/reports.ts'
import { formatDays, formatDaysShort } from './report-days.ts'

/** Announced when another report has come. */
export function ReportHeading({ report: { type, range, previous, timeZone } }: { report: Report }) {
  return (
    <header aria-live="polite">
      <h2 id="report" className="text-lg font-semibold">
        {reportTypeLabels[type]}, {formatDays(range)}
      </h2>
      <p className="text-sm text-muted">
        Days of {timeZone}, compared with {formatDaysShort(previous)}.
        {previous.isCut && ' The last day is not over: it is compared with the same hours.'}
      </p>
    </header>
  )
}
