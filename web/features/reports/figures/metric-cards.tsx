import type { Report } from '#contract/reports.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatDaysShort } from '../report-days.ts'
import { MetricCard } from './metric-card.tsx'

const gridStyles = 'grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 md:gap-4 lg:grid-cols-4'

export function MetricCards({ report: { metrics, currency, previous } }: { report: Report }) {
  return (
    <dl className={gridStyles}>
      {metrics.map((metric) => (
        <MetricCard key={metric.figure} metric={metric} currency={currency} daysBefore={formatDaysShort(previous)} />
      ))}
    </dl>
  )
}

/** Keeps the place of the four of them. */
export function MetricCardSkeletons() {
  return (
    <div className={gridStyles}>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <div key={place} className="grid content-start gap-2 rounded-lg border bg-raised px-4 py-3 md:px-5 md:py-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </div>
  )
}
