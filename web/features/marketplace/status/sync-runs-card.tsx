import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { SyncRun } from '#contract/marketplace.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { SyncStatusBadge } from '#web/shared/badges.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useSyncRuns } from './api.ts'
import { describeOutcome, kindLabels, modeLabels } from './sync-labels.ts'

export function SyncRunsCard(views: RunViews) {
  const runs = useSyncRuns()
  return (
    <Card aria-labelledby="runs-heading">
      <CardHeader
        id="runs-heading"
        title="Recent syncs"
        description="Changes are read at your sync frequency, everything once a day and on request."
      />
      <PagedList
        what="The syncs"
        query={runs}
        empty={
          <EmptyState icon={<RefreshCw />}>
            No syncs yet. The first one starts by itself when an account is connected.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table caption="Recent syncs" columns={runColumns(views)} rows={rows} isWide rowKey={({ id }) => id} />
        )}
      </PagedList>
    </Card>
  )
}

type RunViews = {
  /** Opens the differences that a run found. */
  onView: (runId: string) => void
  /** Opens the changes that a two-way sync made. */
  onViewChanges: (runId: string) => void
}

function runColumns(views: RunViews): readonly TableColumn<SyncRun>[] {
  return [
    { header: 'When', cell: ({ startedAt }) => <RelativeTime moment={startedAt} /> },
    { header: 'Account', cell: ({ accountName }) => accountName },
    { header: 'Sync', cell: (run) => <SyncKindCell run={run} /> },
    { header: 'Read', align: 'end', cell: ({ rowsRead }) => formatNumber(rowsRead) },
    { header: 'Changed', align: 'end', cell: ({ rowsChanged }) => formatNumber(rowsChanged) },
    { header: 'New', align: 'end', cell: ({ rowsCreated }) => formatNumber(rowsCreated) },
    { header: 'Result', cell: (run) => <SyncResultCell run={run} {...views} /> },
  ]
}

function SyncKindCell({ run: { kind, mode, requestedBy } }: { run: SyncRun }) {
  return (
    <div>
      <p>{kindLabels[kind]}</p>
      <p className="text-xs text-muted">
        {modeLabels[mode]} · {requestedBy}
      </p>
    </div>
  )
}

function SyncResultCell({ run, onView, onViewChanges }: RunViews & { run: SyncRun }) {
  return (
    <div className="grid justify-items-start gap-0.5 as-cards:justify-items-end">
      <SyncStatusBadge status={run.status} />
      {run.error && <p className={run.status === 'failed' ? 'text-danger' : 'text-warning'}>{run.error}</p>}
      {describeOutcome(run).map((text) => (
        <p key={text} className="text-xs text-muted">
          {text}
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
