import Scale from 'lucide-react/icons/scale'
import type { DriftReport } from '#contract/marketplace.ts'
import { CountTiles } from '#web/shared/figures.tsx'
import { QueryContent } from '#web/shared/loaded.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDrift } from './api.ts'

/** `onView` shows what differed in a run. */
export function DailyCheckCard({ onView }: { onView: (runId: string) => void }) {
  const query = useDrift()
  const { data: report } = query
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
      <QueryContent what="The daily check" query={query} isInCard>
        {(newest) =>
          newest ? (
            <Comparison report={newest} />
          ) : (
            <EmptyState icon={<Scale />}>
              No check yet. The first full sync compares every number with Amazon’s.
            </EmptyState>
          )
        }
      </QueryContent>
    </Card>
  )
}

function Comparison({ report: { skusCompared, differences, unexplained } }: { report: DriftReport }) {
  return (
    <div className="overflow-hidden rounded-b-lg">
      <CountTiles
        tiles={[
          { label: 'Compared', count: skusCompared, hint: 'SKUs, available, reserved and inbound' },
          { label: 'Differences', count: differences, hint: 'Numbers put right, missing SKUs marked' },
          {
            label: 'Unexplained',
            count: unexplained,
            hint: 'An earlier sync should have brought them',
            tone: 'warning',
          },
        ]}
      />
    </div>
  )
}
