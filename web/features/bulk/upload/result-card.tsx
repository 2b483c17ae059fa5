import type { ChangeSetRow, UploadResult } from '#contract/bulk.ts'
import { CountTiles } from '#web/shared/figures.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { useFocusFallback } from '#web/ui/use-focus-heir.ts'
import { useChangeSets } from './api.ts'
import { ChangeStatusBadge } from './change-status-badge.tsx'
import { ErrorsTable } from './errors-table.tsx'
import { UndoButton } from './undo-button.tsx'

type ResultCardProps = { fileName: string; result: UploadResult; onUndo: (change: ChangeSetRow) => void }

/** What the file has changed. Whether that can still be undone is told by its entry in the history. */
export function ResultCard({ fileName, result, onUndo }: ResultCardProps) {
  const { processed, updated, created, unchanged, failed } = result
  const entry = useChangeSets().data?.rows.find(({ id }) => id === result.changeSetId)

  return (
    <Card aria-labelledby="result-heading">
      <CardHeader
        id="result-heading"
        title="Result"
        description={`What ${fileName} has changed`}
        actions={entry && <StatusAndUndo change={entry} onUndo={onUndo} />}
      />
      <CountTiles
        tiles={[
          { label: 'Processed', count: processed },
          { label: 'Updated', count: updated },
          { label: 'Created', count: created },
          { label: 'Unchanged', count: unchanged },
          { label: 'Left out', count: failed, tone: 'danger' },
        ]}
      />
      {result.errors.length > 0 && (
        <ErrorsTable
          changeSetId={result.changeSetId}
          errors={result.errors}
          title="Rows left out"
          description="Mend them and upload the file again: rows that are right already stay as they are."
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
