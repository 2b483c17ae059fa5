import Scale from 'lucide-react/icons/scale'
import type { DriftReport } from '#contract/marketplace.ts'
import { figure } from '#web/lib/figures.ts'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDrift } from './api.ts'

/** `onView` shows what differed in a run. */
export function DailyCheckCard({ onView }: { onView: (runId: string) => void }) {
  const { data: report, error, isFetching, refetch } = useDrift()
  return (
    <Card aria-labelledby="check-heading">
      <CardHeader
        id="check-heading"
        title="Daily check"
        description={
          report ? (
            <>
              Compared with Amazon’s numbers <RelativeTime moment={report.comparedAt} />
            </>
          ) : (
            'Once a day all numbers here are compared with Amazon’s'
          )
        }
        actions={
          report && report.differences > 0 ? (
            <Button onClick={() => onView(report.runId)}>View differences</Button>
          ) : undefined
        }
      />
      {error && (
        <CardBody>
          <FailedToLoad what="The daily check" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </CardBody>
      )}
      {report === undefined && !error && <Spinner />}
      {report === null && (
        <EmptyState icon={<Scale />}>No check yet. The first full sync compares every number with Amazon’s.</EmptyState>
      )}
      {report && <Figures report={report} />}
    </Card>
  )
}

function Figures({ report: { skusCompared, differences, unexplained } }: { report: DriftReport }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-b-lg bg-line sm:grid-cols-3">
      <Figure label="Compared" count={skusCompared} hint="SKUs, available, reserved and inbound" />
      <Figure label="Differences" count={differences} hint="Numbers put right, missing SKUs marked" />
      <Figure
        label="Unexplained"
        count={unexplained}
        hint="An earlier sync should have brought them"
        isWarning={unexplained > 0}
      />
    </dl>
  )
}

type FigureProps = { label: string; count: number; hint: string; isWarning?: boolean }

function Figure({ label, count, hint, isWarning = false }: FigureProps) {
  return (
    <div className="bg-raised px-4 py-3 md:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={isWarning ? 'text-2xl font-semibold text-warning' : 'text-2xl font-semibold'}>{figure(count)}</dd>
      <dd className="text-xs text-muted">{hint}</dd>
    </div>
  )
}
