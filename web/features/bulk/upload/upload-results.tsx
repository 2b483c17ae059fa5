import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import {
  type BulkError,
  type ChangeSetRow,
  mostShown,
  type PreviewRow,
  type UploadPreview,
  type UploadResult,
} from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { CountTiles } from '#web/shared/count-tiles.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { useChangeSets } from '../history/api.ts'
import { ChangeStatusBadge, DownloadErrors, FieldChanges } from '../history/change-drawer.tsx'
import { UndoButton } from '../history/undo-change.tsx'

/** What the file would change, from the check. */
export function PreviewCard({ preview }: { preview: UploadPreview }) {
  const { created, updated, unchanged, failed, warned, ignoredColumns } = preview
  return (
    <Card aria-labelledby="preview-heading">
      <CardHeader
        id="preview-heading"
        title={t('Preview')}
        description={t('Sheet “{sheetName}” in {fileName}', {
          sheetName: preview.sheetName,
          fileName: preview.fileName,
        })}
      />
      <CountTiles
        tiles={[
          { label: t('To add'), count: created },
          { label: t('To change'), count: updated },
          { label: t('Unchanged'), count: unchanged },
          { label: t('With errors'), count: failed, tone: 'danger' },
          { label: t('To review'), count: warned, tone: 'warning' },
        ]}
      />
      {ignoredColumns.length > 0 && (
        <p className="border-t px-4 py-3 text-sm text-muted md:px-5">
          {t('Ignored columns: {ignoredColumns}', {
            ignoredColumns: ignoredColumns.join(', '),
          })}
        </p>
      )}
      {preview.changes.length > 0 && <ChangesTable preview={preview} />}
      {preview.errors.length > 0 && (
        <ErrorsTable
          changeSetId={preview.changeSetId}
          errors={preview.errors}
          title={t('Rows with errors')}
          description={t('These rows will be skipped. Row numbers match Excel: the heading is row 1.')}
        />
      )}
    </Card>
  )
}

const changeColumns: readonly TableColumn<PreviewRow>[] = [
  {
    header: t('SKU'),
    cell: ({ sku, isNew }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {sku}
        {isNew && <Badge tone="info">{t('New')}</Badge>}
      </span>
    ),
  },
  { header: t('Row'), align: 'end', cell: ({ row }) => formatNumber(row) },
  { header: t('Changes'), cell: ({ cells, isNew }) => <FieldChanges cells={cells} isNew={isNew} /> },
  { header: t('To review'), cell: ({ warnings }) => (warnings.length > 0 ? <Warnings warnings={warnings} /> : '—') },
]

function ChangesTable({ preview }: { preview: UploadPreview }) {
  const { shown, showMore } = useShowMore(preview.changes)
  return (
    <section aria-label={t('What would change')} className="border-t">
      <SectionHeading title={t('What would change')} description={describeChanges(preview)} />
      <Table caption={t('What would change')} columns={changeColumns} rows={shown} rowKey={({ row }) => row} />
      <LoadMore shown={shown.length} total={preview.changes.length} onLoadMore={showMore} />
    </section>
  )
}

function describeChanges({ created, updated, warned, changes }: UploadPreview): string {
  const order = warned > 0 ? t('Rows to review come first.') : t('In file order.')
  return changes.length < created + updated
    ? `${order} ${t('Showing the first {shown} of {total, plural, one {# row} other {# rows}}.', { shown: changes.length, total: created + updated })}`
    : order
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <ul className="grid gap-1 text-left">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-1.5 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  )
}

type ResultCardProps = { fileName: string; result: UploadResult; onUndo: (change: ChangeSetRow) => void }

/** What the file changed. Its row in the history says whether it can still be undone. */
export function ResultCard({ fileName, result, onUndo }: ResultCardProps) {
  const { processed, updated, created, unchanged, failed } = result
  const entry = useChangeSets().data?.rows.find(({ id }) => id === result.changeSetId)

  return (
    <Card aria-labelledby="result-heading">
      <CardHeader
        id="result-heading"
        title={t('Result')}
        description={t('Changes made by {fileName}', { fileName })}
        actions={entry && <StatusAndUndo change={entry} onUndo={onUndo} />}
      />
      <CountTiles
        tiles={[
          { label: t('Processed'), count: processed },
          { label: t('Updated'), count: updated },
          { label: t('Created'), count: created },
          { label: t('Unchanged'), count: unchanged },
          { label: t('Skipped'), count: failed, tone: 'danger' },
        ]}
      />
      {result.errors.length > 0 && (
        <ErrorsTable
          changeSetId={result.changeSetId}
          errors={result.errors}
          title={t('Skipped rows')}
          description={t('Fix these rows and upload again. Rows already imported won’t change.')}
        />
      )}
    </Card>
  )
}

function StatusAndUndo({ change, onUndo }: { change: ChangeSetRow; onUndo: (change: ChangeSetRow) => void }) {
  const status = useFocusFallback<HTMLSpanElement>(change.undoableUntil === null)
  return (
    <>
      <span ref={status} tabIndex={-1} className="self-center">
        <ChangeStatusBadge status={change.status} />
      </span>
      <UndoButton change={change} onUndo={onUndo} />
    </>
  )
}

const errorColumns: readonly TableColumn<BulkError>[] = [
  { header: t('Row'), cell: ({ row }) => t('Row {row}', { row }) },
  { header: t('Column'), cell: ({ column }) => column },
  { header: t('Reason'), cell: ({ reason }) => reason },
]

type ErrorsTableProps = { changeSetId: string; errors: readonly BulkError[]; title: string; description: string }

function ErrorsTable({ changeSetId, errors, title, description }: ErrorsTableProps) {
  const { shown, showMore } = useShowMore(errors)
  return (
    <section aria-label={title} className="border-t">
      <SectionHeading
        title={title}
        description={
          errors.length < mostShown
            ? description
            : `${description} ${t('The first {mostShown} errors:', { mostShown })}`
        }
        action={<DownloadErrors changeSetId={changeSetId} />}
      />
      <Table caption={title} columns={errorColumns} rows={shown} rowKey={({ row, column }) => `${row} ${column}`} />
      <LoadMore shown={shown.length} total={errors.length} onLoadMore={showMore} />
    </section>
  )
}

type SectionHeadingProps = { title: string; description: string; action?: ReactNode }

/** Heading of a section inside a card. */
function SectionHeading({ title, description, action }: SectionHeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 md:px-5">
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-muted">{description}</p>
      </div>
      {action}
    </div>
  )
}

const pageSize = 20

/** Shows a list that is already loaded in steps. */
function useShowMore<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(pageSize)
  return { shown: rows.slice(0, count), showMore: () => setCount(count + pageSize) }
}
