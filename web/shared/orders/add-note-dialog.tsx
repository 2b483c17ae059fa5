import { Dialog } from '#web/ui/dialog.tsx'
import { useAddNote } from './api.ts'
import type { OrderDialogProps } from './order-dialog-props.ts'
import { ReasonForm } from './reason-form.tsx'

export function AddNoteDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const addNote = useAddNote()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Add a note to order ${orderNumber}`}
      description="It stands in the order’s timeline under your name. The customer doesn’t see it."
    >
      <ReasonForm
        label="Note"
        longest={2_000}
        action="Add note"
        serverError={addNote.error}
        onSend={(text) => addNote.mutateAsync({ orderId: id, text: text ?? '' })}
        onClose={onClose}
      />
    </Dialog>
  )
}
