import type { SyncRun } from '#contract/marketplace.ts'
import type { SyncKind } from '#contract/marketplace-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { SyncProgress } from './sync-progress.tsx'
import { useRunningSyncs } from './use-recent-syncs.ts'

type RunningSyncsProps = {
  kinds: readonly SyncKind[]
  /** Shows what a two-way sync changes. */
  onView?: (runId: string) => void
}

export function RunningSyncs({ kinds, onView }: RunningSyncsProps) {
  const { data: runs } = useRunningSyncs(kinds)
  if (!runs?.length) return null
  return (
    <Card aria-label="Syncs that run now">
      <CardBody className="grid gap-4 py-3 md:py-4">
        {runs.map((run) => (
          <RunningSync key={run.id} run={run} onView={run.kind === 'two_way' ? onView : undefined} />
        ))}
      </CardBody>
    </Card>
  )
}

type RunningSyncProps = { run: SyncRun; onView: RunningSyncsProps['onView'] }

function RunningSync({ run, onView }: RunningSyncProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-60 flex-1">
        <SyncProgress run={run} />
      </div>
      {onView && (
        <Button size="small" aria-label={`View changes of ${run.accountName}`} onClick={() => onView(run.id)}>
          View changes
        </Button>
      )}
    </div>
  )
}
