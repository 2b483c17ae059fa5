import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Unsaved } from '#web/shared/use-unsaved.ts'

type DiscardQuestionProps = { unsaved: Pick<Unsaved, 'isAsking' | 'stay' | 'discard'> }

export function DiscardQuestion({ unsaved: { isAsking, stay, discard } }: DiscardQuestionProps) {
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
