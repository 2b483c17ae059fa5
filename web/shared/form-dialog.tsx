import type { ReactNode } from 'react'
import { DiscardChangesDialog, useUnsavedChanges } from './unsaved-changes.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type FormDialogControl = {
  onDirtyChange: (isDirty: boolean) => void
  /** Closes the dialog; asks first when there are unsaved changes. */
  leave: () => void
}

type FormDialogProps = {
  title: string
  description?: string
  onClose: () => void
  children: (control: FormDialogControl) => ReactNode
}

/** A form in a dialog, which asks before unsaved changes are discarded. */
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
