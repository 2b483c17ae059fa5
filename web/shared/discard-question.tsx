import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Unsaved } from '#web/shared/use-unsaved.ts'

export function DiscardQuestion({ unsaved: { isAsking, stay, discard } }: { unsaved: Unsaved }) {
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
