import type { TwoWayRun } from '#contract/two-way.ts'
import { RelativeTime } from '../relative-time.tsx'
import { SyncProgress } from '../sync-progress.tsx'
import { SyncStatusBadge } from '../sync-status-badge.tsx'
import { Alert } from '#web/ui/alert.tsx'

/** What a sync or preview is doing, or how it ended. */
export function RunState({ run }: { run: TwoWayRun }) {
  const { accountName, mode, status, requestedBy, startedAt, finishedAt, error } = run
  return (
    <div className="grid gap-3 px-4 pb-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <SyncStatusBadge status={status} />
        <span className="wrap-anywhere">
          {accountName}, {requestedBy}, <RelativeTime moment={finishedAt ?? startedAt} />
        </span>
      </p>
      {status === 'running' && <SyncProgress run={run} />}
      {status === 'failed' && (
        <Alert tone="danger" title={mode === 'dry_run' ? 'The preview couldn’t be made' : 'The sync was broken off'}>
          {error ?? 'The reason is unknown.'}
        </Alert>
      )}
      {mode === 'dry_run' && status !== 'failed' && (
        <p className="text-muted">
          {status === 'running'
            ? 'What a sync would change stands here when this is done. You can close it and come back.'
            : 'Nothing has been changed, here or at Amazon.'}
        </p>
      )}
    </div>
  )
}
