import type { ReactNode } from 'react'
import { DiscardChangesDialog, useUnsavedChanges } from './unsaved-changes.tsx'
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
  const unsaved = useUnsavedChanges()
  const leave = () => unsaved.leave(onClose)

  return (
    <Dialog open onOpenChange={leave} title={title} {...(description ? { description } : {})}>
      {children({ onDirtyChange: unsaved.onDirtyChange, leave })}
      <DiscardChangesDialog unsaved={unsaved} />
    </Dialog>
  )
}
