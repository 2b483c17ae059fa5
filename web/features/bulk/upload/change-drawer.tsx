import type { ChangeSetRow } from '#contract/bulk.ts'
import { formatCount } from '#web/lib/figures.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useChangedRows } from './api.ts'
import { ChangeStatusBadge } from './change-status-badge.tsx'
import { ChangedRowItem } from './changed-row-item.tsx'
import { DownloadErrors } from './download-errors.tsx'

type ChangeDrawerProps = {
  changeSetId: string | null
  /** Its entry in the history; missing while that loads, or for one that stands further down than what is loaded. */
  change: ChangeSetRow | undefined
  onClose: () => void
}

export function ChangeDrawer({ changeSetId, change, onClose }: ChangeDrawerProps) {
  return (
    <Drawer
      open={changeSetId !== null}
      onOpenChange={onClose}
      side="right"
      size="detail"
      title={change?.summary ?? 'Bulk change'}
    >
      {change && <ChangeFacts change={change} />}
      {changeSetId && <ChangedRows changeSetId={changeSetId} />}
    </Drawer>
  )
}

function ChangeFacts({ change }: { change: ChangeSetRow }) {
  return (
    <div className="grid gap-2 px-4 pb-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <ChangeStatusBadge status={change.status} />
        <span>
          {change.actorName}, <RelativeTime moment={change.createdAt} />
        </span>
        {change.fileName && <span className="wrap-anywhere">{change.fileName}</span>}
      </p>
      {change.failed > 0 && <FailedRows change={change} />}
    </div>
  )
}

function FailedRows({ change: { id, kind, failed } }: { change: ChangeSetRow }) {
  return kind === 'undo' ? (
    <p className="text-warning">{formatCount(failed, 'SKU')} left alone, because somebody has changed the same since</p>
  ) : (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-danger">{formatCount(failed, 'row')} left out because of errors</p>
      <DownloadErrors changeSetId={id} />
    </div>
  )
}

function ChangedRows({ changeSetId }: { changeSetId: string }) {
  const rows = useChangedRows(changeSetId)
  return (
    <div className="border-t">
      <PagedList what="The changes" query={rows} empty={<EmptyState>Nothing was changed.</EmptyState>}>
        {(changes) => (
          <ul aria-label="Changes" className="divide-y">
            {changes.map((change) => (
              <ChangedRowItem key={`${change.row} ${change.resource}`} change={change} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
