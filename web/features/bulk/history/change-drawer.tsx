import ArrowRight from 'lucide-react/icons/arrow-right'
import Download from 'lucide-react/icons/download'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { bulkApi, type ChangedRow, type ChangeSetRow, type ChangeSetStatus } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import type { FieldChange } from '#contract/products.ts'
import { allows } from '#contract/roles.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { useChangedRows } from './api.ts'
import { compareByColumn, fieldLabel, fieldText, resourceLabels } from './labels.ts'

type ChangeDrawerProps = {
  changeSetId: string | null
  /** The change set’s row in the history; undefined while the history loads, or when its page is not loaded yet. */
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
      title={change?.summary ?? t('Bulk change')}
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
    <p className="text-warning">
      {t('{failed, plural, one {# SKU skipped due to newer changes} other {# SKUs skipped due to newer changes}}', {
        failed,
      })}
    </p>
  ) : (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-danger">
        {t('{failed, plural, one {# row} other {# rows}} skipped due to errors', { failed })}
      </p>
      <DownloadErrors changeSetId={id} />
    </div>
  )
}

function ChangedRows({ changeSetId }: { changeSetId: string }) {
  const rows = useChangedRows(changeSetId)
  return (
    <div className="border-t">
      <PagedList what={t('The changes')} query={rows} empty={<EmptyState>{t('Nothing was changed.')}</EmptyState>}>
        {(changes) => (
          <ul aria-label={t('Changes')} className="divide-y">
            {changes.map((change) => (
              <ChangedRowItem key={`${change.row} ${change.resource}`} change={change} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

function ChangedRowItem({ change }: { change: ChangedRow }) {
  const { label, resource, isNew, cells, undoOutcome } = change
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{label}</span>
        <span className="text-muted">{resourceLabels[resource]}</span>
        {isNew && <Badge tone="info">{t('New')}</Badge>}
        {undoOutcome === 'conflict' && <Badge tone="warning">{t('Skipped')}</Badge>}
        {undoOutcome === 'undone' && (
          <Badge tone="neutral" icon={<Undo2 aria-hidden />}>
            {t('Restored')}
          </Badge>
        )}
      </p>
      <FieldChanges cells={cells} isNew={isNew} />
    </li>
  )
}

type FieldChangesProps = { cells: readonly FieldChange[]; isNew: boolean }

/** Values before and after each changed field. For a new SKU only the filled fields, without the SKU itself. */
export function FieldChanges({ cells, isNew }: FieldChangesProps) {
  const shown = isNew ? cells.filter(({ field, after }) => field !== 'sku' && after !== null && after !== '') : cells
  return (
    <ul className={isNew ? 'flex flex-wrap gap-x-4 gap-y-0.5 text-sm' : 'grid gap-y-0.5 text-sm'}>
      {shown.toSorted(compareByColumn).map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{fieldLabel(field)}</span>{' '}
          {!isNew && (
            <>
              <span className="sr-only">{t('was')} </span>
              <del className="text-muted">{fieldText(field, before)}</del>
              <ArrowRight aria-hidden className="mx-1 inline size-3.5 text-muted" />
              <span className="sr-only"> {t('becomes')} </span>
            </>
          )}
          <ins className="font-medium no-underline">{fieldText(field, after)}</ins>
        </li>
      ))}
    </ul>
  )
}

const statusBadges: Record<ChangeSetStatus, { tone: Tone; icon?: ReactNode; label: string }> = {
  draft: { tone: 'info', label: t('In progress') },
  applied: { tone: 'success', label: t('Applied') },
  undone: { tone: 'neutral', icon: <Undo2 aria-hidden />, label: t('Undone') },
  failed: { tone: 'danger', label: t('Failed') },
}

export function ChangeStatusBadge({ status }: { status: ChangeSetStatus }) {
  const { label, ...badge } = statusBadges[status]
  return <Badge {...badge}>{label}</Badge>
}

export function DownloadErrors({ changeSetId }: { changeSetId: string }) {
  const { role } = useCurrentUser()
  const content = (
    <>
      <Download aria-hidden />
      {t('Download errors')}
    </>
  )
  return allows(bulkApi.errors.access, role) ? (
    <LinkButton size="small" href={pathWithQuery(bulkApi.errors, { changeSetId })} download>
      {content}
    </LinkButton>
  ) : (
    <BlockedButton size="small" reason={t('Your role is Read Only. Operations and Admin can download errors.')}>
      {content}
    </BlockedButton>
  )
}
