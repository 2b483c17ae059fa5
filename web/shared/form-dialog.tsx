import type { ReactNode } from 'react'
import { DiscardChangesDialog, useUnsavedChanges } from './unsaved-changes.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type FormDialogControl = {
  onDirtyChange: (isDirty: boolean) => void
  /** Closes the dialog; asks first when there are unsaved changes. */
  leave: () => void
  /** Under which what is typed is kept (`drafts.tsx`); null for a form that keeps nothing. */
  draft: string | null
}

type FormDialogProps = {
  title: string
  description?: string
  draft?: string | null
  onClose: () => void
  children: (control: FormDialogControl) => ReactNode
}

/** A form in a dialog, which asks before unsaved changes are discarded. */
export function FormDialog({ title, description, draft = null, onClose, children }: FormDialogProps) {
  const unsaved = useUnsavedChanges(draft)
  const leave = () => unsaved.leave(onClose)

  return (
    <Dialog open onOpenChange={leave} title={title} {...(description ? { description } : {})}>
      {children({ onDirtyChange: unsaved.onDirtyChange, leave, draft })}
      <DiscardChangesDialog unsaved={unsaved} />
    </Dialog>
  )
}
