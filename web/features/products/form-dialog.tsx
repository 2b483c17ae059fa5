import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type FormDialogControl = {
  onDirtyChange: (isDirty: boolean) => void
  /** Closes the dialog, after a question where something was typed. */
  leave: () => void
}

type FormDialogProps = {
  title: string
  description?: string
  onClose: () => void
  children: (control: FormDialogControl) => ReactNode
}

/** A form in a dialog: a slip of the hand doesn't throw away what was typed. */
export function FormDialog({ title, description, onClose, children }: FormDialogProps) {
  const [isDirty, setIsDirty] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => (isDirty ? setIsAsking(true) : onClose())

  return (
    <Dialog open onOpenChange={leave} title={title} {...(description ? { description } : {})}>
      {children({ onDirtyChange: setIsDirty, leave })}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={onClose}
      >
        What you changed in this form has not been saved.
      </ConfirmDialog>
    </Dialog>
  )
}
