import type { SyncRun } from '#contract/marketplace.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { RunningSyncs } from '#web/shared/running-syncs.tsx'
import { SyncStatusBadge } from '#web/shared/sync-status-badge.tsx'
import { useAmazonStatus } from '#web/shared/use-amazon-status.ts'
import { useLastTwoWaySync, useRunningSyncs } from '#web/shared/use-recent-syncs.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type TwoWaySyncStatusProps = { onView: (runId: string) => void }

/** The two-way sync that runs or, while none does, how the last one ended, or that a first one is waited for. */
export function TwoWaySyncStatus({ onView }: TwoWaySyncStatusProps) {
  const { data: status } = useAmazonStatus()
  const { data: running } = useRunningSyncs(['two_way'])
  const { data: last } = useLastTwoWaySync()
  if (running?.length) return <RunningSyncs kinds={['two_way']} onView={onView} />
  if (status?.isConnected && !status.sendsChanges) return <NothingSentYet />
  return last && <LastSync run={last} onView={onView} />
}

function NothingSentYet() {
  return (
    <Alert tone="info" title="Nothing goes to Amazon yet">
      Until you start the first two-way sync, Lockstep only takes over what is empty here. Preview Changes shows what
      the sync would change on both sides; after it, changes go both ways by themselves.
    </Alert>
  )
}

function LastSync({ run, onView }: TwoWaySyncStatusProps & { run: SyncRun }) {
  const { id, accountName, status, startedAt, finishedAt } = run
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <SyncStatusBadge status={status} />
      <p className="wrap-anywhere">
        Last two-way sync of {accountName} <RelativeTime moment={finishedAt ?? startedAt} />
      </p>
      <Button size="small" aria-label="View changes of the last two-way sync" onClick={() => onView(id)}>
        View changes
      </Button>
    </div>
  )
}
