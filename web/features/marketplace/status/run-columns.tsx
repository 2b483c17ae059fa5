import type { SyncRun } from '#contract/marketplace.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { SyncStatusBadge } from '#web/shared/sync-status-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import { describeOutcome, kindLabels, modeLabels } from './sync-words.ts'

export type RunViews = {
  /** Shows what differed in a run. */
  onView: (runId: string) => void
  /** Shows what a two-way sync changed. */
  onViewChanges: (runId: string) => void
}

export function runColumns(views: RunViews): readonly TableColumn<SyncRun>[] {
  return [
    { header: 'When', cell: ({ startedAt }) => <RelativeTime moment={startedAt} /> },
    { header: 'Account', cell: ({ accountName }) => accountName },
    { header: 'Sync', cell: (run) => <What run={run} /> },
    { header: 'Read', align: 'end', cell: ({ rowsRead }) => formatNumber(rowsRead) },
    { header: 'Changed', align: 'end', cell: ({ rowsChanged }) => formatNumber(rowsChanged) },
    { header: 'New', align: 'end', cell: ({ rowsCreated }) => formatNumber(rowsCreated) },
    { header: 'Result', cell: (run) => <Result run={run} {...views} /> },
  ]
}

function What({ run: { kind, mode, requestedBy } }: { run: SyncRun }) {
  return (
    <div>
      <p>{kindLabels[kind]}</p>
      <p className="text-xs text-muted">
        {modeLabels[mode]} · {requestedBy}
      </p>
    </div>
  )
}

function Result({ run, onView, onViewChanges }: RunViews & { run: SyncRun }) {
  return (
    <div className="grid justify-items-start gap-0.5 as-cards:justify-items-end">
      <SyncStatusBadge status={run.status} />
      {run.error && <p className={run.status === 'failed' ? 'text-danger' : 'text-warning'}>{run.error}</p>}
      {describeOutcome(run).map((words) => (
        <p key={words} className="text-xs text-muted">
          {words}
        </p>
      ))}
      {run.kind === 'two_way' && (
        <Button size="small" className="mt-1" onClick={() => onViewChanges(run.id)}>
          View changes
        </Button>
      )}
      {run.kind !== 'two_way' && run.differences > 0 && (
        <Button size="small" className="mt-1" onClick={() => onView(run.id)}>
          View {formatCount(run.differences, 'difference')}
        </Button>
      )}
    </div>
  )
}
