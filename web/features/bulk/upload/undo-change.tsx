import { useContext, useState } from 'react'
import type { ChangeSetRow, UndoResult } from '#contract/bulk.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { formatCount } from '#web/lib/figures.ts'
import { TimeZone } from '#web/shared/time-zone.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useUndoChangeSet } from './api.ts'
import { UndoConflicts } from './undo-conflicts.tsx'

type UndoChangeDialogProps = { change: ChangeSetRow | null; onClose: () => void }

/** Asks before a bulk change is undone, and lists afterwards what was left alone. */
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
