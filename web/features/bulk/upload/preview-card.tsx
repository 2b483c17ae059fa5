import type { UploadPreview } from '#contract/bulk.ts'
import { CountTiles } from '#web/shared/figures.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ChangesTable } from './changes-table.tsx'
import { ErrorsTable } from './errors-table.tsx'

/** What the file would change. */
export function PreviewCard({ preview }: { preview: UploadPreview }) {
  const { created, updated, unchanged, failed, warned, ignoredColumns } = preview
  return (
    <Card aria-labelledby="preview-heading">
      <CardHeader
        id="preview-heading"
        title="Preview"
        description={`Sheet “${preview.sheetName}” of ${preview.fileName}`}
      />
      <CountTiles
        tiles={[
          { label: 'To add', count: created },
          { label: 'To change', count: updated },
          { label: 'Unchanged', count: unchanged },
          { label: 'With errors', count: failed, tone: 'danger' },
          { label: 'To look at', count: warned, tone: 'warning' },
        ]}
      />
      {ignoredColumns.length > 0 && (
        <p className="border-t px-4 py-3 text-sm text-muted md:px-5">
          Columns that mean nothing here and are ignored: {ignoredColumns.join(', ')}
        </p>
      )}
      {preview.changes.length > 0 && <ChangesTable preview={preview} />}
      {preview.errors.length > 0 && (
        <ErrorsTable
          changeSetId={preview.changeSetId}
          errors={preview.errors}
          title="Rows with errors"
          description="They are left out. Rows are counted as in Excel: the heading is row 1."
        />
      )}
    </Card>
  )
}
