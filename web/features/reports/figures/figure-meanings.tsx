import { figures } from '#contract/report-figures.ts'
import { reportColumns } from '#contract/report-columns.ts'
import type { Report } from '#contract/reports.ts'

/** What pointing at a figure or a heading says, for those who don't point. */
export function FigureDefinitions({ report: { type, metrics } }: { report: Report }) {
  const columns = reportColumns[type].flatMap(({ figure }) => figure ?? [])
  const shown = new Set([...metrics.map(({ figure }) => figure), ...columns])
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">What these figures mean</summary>
      <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {[...shown].map((figure) => (
          <div key={figure} className="sm:contents">
            <dt className="font-medium">{figures[figure].label}</dt>
            <dd className="max-w-prose text-muted">{figures[figure].definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
