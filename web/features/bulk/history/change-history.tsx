import History from 'lucide-react/icons/history'
import { type ChangeSetKind, type ChangeSetRow, undoDays } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { useChangeSets } from './api.ts'
import { ChangeDrawer, ChangeStatusBadge } from './change-drawer.tsx'
import { UndoButton } from './undo-change.tsx'

export function ChangeHistory({ onUndo }: { onUndo: (change: ChangeSetRow) => void }) {
  const changeSets = useChangeSets()
  const detail = useUrlDetail('change')
  const columns = withActions({ onView: detail.open, onUndo })

  return (
    <Card aria-labelledby="history-heading">
      <CardHeader
        id="history-heading"
        title={t('Bulk change history')}
        description={t('Uploads, sheet saves and bulk actions. Undo any of them within {undoDays} days.', { undoDays })}
      />
      <PagedList
        what={t('The history')}
        query={changeSets}
        empty={
          <EmptyState icon={<History />}>
            {t('No bulk changes yet. You can review and undo uploads and Sheet View saves here.')}
          </EmptyState>
        }
      >
        {(rows) => <Table caption={t('Bulk change history')} columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </PagedList>
      <ChangeDrawer
        changeSetId={detail.id}
        change={changeSets.data?.rows.find(({ id }) => id === detail.id)}
        onClose={detail.close}
      />
    </Card>
  )
}

type RowActionHandlers = { onView: (changeSetId: string) => void; onUndo: (change: ChangeSetRow) => void }

function withActions({ onView, onUndo }: RowActionHandlers): readonly TableColumn<ChangeSetRow>[] {
  return [
    ...factColumns,
    {
      header: t('Actions'),
      align: 'end',
      cell: (change) => <RowActions change={change} onView={onView} onUndo={onUndo} />,
    },
  ]
}

function RowActions({ change, onView, onUndo }: RowActionHandlers & { change: ChangeSetRow }) {
  const view = useFocusFallback<HTMLButtonElement>(change.undoableUntil === null)
  return (
    <span className="inline-flex gap-1">
      <Button
        ref={view}
        size="small"
        aria-label={t('View {summary}', { summary: change.summary })}
        onClick={() => onView(change.id)}
      >
        {t('View')}
      </Button>
      <UndoButton change={change} onUndo={onUndo} />
    </span>
  )
}

const kindLabels: Record<ChangeSetKind, string> = {
  upload: t('Upload'),
  sheet: t('Sheet View'),
  bulk_action: t('Bulk action'),
  undo: t('Undo'),
  adjustment: t('Inventory'),
}

const factColumns: readonly TableColumn<ChangeSetRow>[] = [
  {
    header: t('What'),
    cell: ({ summary, kind, fileName }) => (
      <div>
        {summary}
        <p className="text-sm font-normal text-muted">
          {kindLabels[kind]}
          {fileName && ` · ${fileName}`}
        </p>
      </div>
    ),
  },
  { header: t('Who'), cell: ({ actorName }) => actorName },
  { header: t('When'), cell: ({ createdAt }) => <RelativeTime moment={createdAt} /> },
  {
    header: t('Status'),
    cell: ({ status, undoneAt }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <ChangeStatusBadge status={status} />
        {undoneAt && (
          <span className="text-muted">
            <RelativeTime moment={undoneAt} />
          </span>
        )}
      </span>
    ),
  },
]
