import Undo2 from 'lucide-react/icons/undo-2'
import { bulkApi, type ChangeSetRow } from '#contract/bulk.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'

type UndoButtonProps = { change: ChangeSetRow; onUndo: (change: ChangeSetRow) => void }

/** Only there while the change can be undone. */
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
