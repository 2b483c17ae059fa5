import Undo2 from 'lucide-react/icons/undo-2'
import { useContext, useState } from 'react'
import { bulkApi, type ChangeSetRow, mostShown, type UndoConflict, type UndoResult } from '#contract/bulk.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { TimeZone } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { useUndoChangeSet } from './api.ts'
import { fieldLabel, fieldText, resourceLabels } from './labels.ts'

type UndoButtonProps = { change: ChangeSetRow; onUndo: (change: ChangeSetRow) => void }

/** Rendered only while the change set can still be undone. */
export function UndoButton({ change, onUndo }: UndoButtonProps) {
  return (
    change.undoableUntil && (
      <PermittedButton
        size="small"
        access={bulkApi.undo.access}
        task="undo bulk changes"
        aria-label={`Undo ${change.summary}`}
        onClick={() => onUndo(change)}
      >
        <Undo2 aria-hidden />
        Undo
      </PermittedButton>
    )
  )
}

type UndoChangeDialogProps = { change: ChangeSetRow | null; onClose: () => void }

/** Confirms the undo of a change set; afterwards lists the rows that the undo skipped. */
export function UndoChangeDialog({ change, onClose }: UndoChangeDialogProps) {
  const undo = useUndoChangeSet()
  const [leftAlone, setLeftAlone] = useState<UndoResult | null>(null)

  function close() {
    undo.reset()
    onClose()
  }

  function confirm() {
    if (!change) return
    undo.mutate(change.id, {
      onSuccess: (result) => {
        close()
        if (result.conflicted > 0) setLeftAlone(result)
      },
    })
  }

  return (
    <>
      <ConfirmDialog
        open={change !== null}
        onOpenChange={close}
        title="Undo this bulk change?"
        confirmLabel="Undo"
        isDangerous
        isPending={undo.isPending}
        onConfirm={confirm}
      >
        {change && <Consequences change={change} />}
        {undo.error && <Alert tone="danger">{errorMessage(undo.error)}</Alert>}
      </ConfirmDialog>
      <UndoConflicts result={leftAlone} onClose={() => setLeftAlone(null)} />
    </>
  )
}

function Consequences({ change: { summary, updated, created, undoableUntil } }: { change: ChangeSetRow }) {
  const timeZone = useContext(TimeZone)
  return (
    <>
      <p className="font-medium text-ink">{summary}</p>
      <p>
        {[
          updated > 0 &&
            `${formatCount(updated, 'SKU')} ${updated === 1 ? 'goes back to what it was' : 'go back to what they were'} before.`,
          created > 0 && `${formatCount(created, 'SKU')} that it added ${created === 1 ? 'is' : 'are'} removed.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <p>What somebody has changed since stays as it is; you get a list of it.</p>
      {undoableUntil && <p>This can be undone until {formatDay(undoableUntil, timeZone)}.</p>}
    </>
  )
}

function formatDay(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(moment))
}

type UndoConflictsProps = { result: UndoResult | null; onClose: () => void }

/** Rows that an undo skipped because somebody changed them after the bulk change. */
function UndoConflicts({ result, onClose }: UndoConflictsProps) {
  return (
    <Drawer open={result !== null} onOpenChange={onClose} side="right" size="detail" title="Left alone">
      {result && (
        <>
          <p className="px-4 pb-3 text-muted">
            {formatCount(result.undone, 'SKU')} as before, {formatNumber(result.conflicted)} left alone, because
            somebody has changed the same thing since. Set them by hand where that is wanted.
            {result.conflicts.length === mostShown &&
              ` The first ${mostShown} are shown; View in the history marks all of them.`}
          </p>
          <ul aria-label="Left alone" className="divide-y border-t">
            {result.conflicts.map((conflict) => (
              <Conflict key={`${conflict.row} ${conflict.resource}`} conflict={conflict} />
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}

function Conflict({ conflict: { label, resource, reason, cells } }: { conflict: UndoConflict }) {
  return (
    <li className="grid gap-2 px-4 py-3">
      <div>
        <p className="font-medium wrap-anywhere">
          {label} <span className="font-normal text-muted">{resourceLabels[resource]}</span>
        </p>
        <p className="text-sm text-muted">{reason}</p>
      </div>
      <ConflictCells label={label} cells={cells} />
    </li>
  )
}

function ConflictCells({ label, cells }: Pick<UndoConflict, 'label' | 'cells'>) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">{label}</caption>
      <thead className="text-xs text-muted">
        <tr>
          {['Field', 'Before', 'Set to', 'Now'].map((heading) => (
            <th key={heading} scope="col" className="py-1 pr-3 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(({ field, before, after, current }) => (
          <tr key={field} className="align-top wrap-anywhere">
            <th scope="row" className="py-1 pr-3 font-normal text-muted">
              {fieldLabel(field)}
            </th>
            <td className="py-1 pr-3">{fieldText(field, before)}</td>
            <td className="py-1 pr-3">{fieldText(field, after)}</td>
            <td className="py-1 font-medium">{fieldText(field, current)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
