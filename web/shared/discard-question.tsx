import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { UnsavedChanges } from './use-unsaved.ts'

type DiscardChangesDialogProps = { unsaved: Pick<UnsavedChanges, 'isAsking' | 'stay' | 'discard'> }

export function DiscardChangesDialog({ unsaved: { isAsking, stay, discard } }: DiscardChangesDialogProps) {
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={stay}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isDangerous
      onConfirm={discard}
    >
      What you changed in this form has not been saved.
    </ConfirmDialog>
  )
}
