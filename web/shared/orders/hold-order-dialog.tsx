import { Dialog } from '#web/ui/dialog.tsx'
import { useHold } from './api.ts'
import type { OrderDialogProps } from './order-dialog-props.ts'
import { ReasonForm } from './reason-form.tsx'

export function HoldOrderDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const hold = useHold()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Hold order ${orderNumber}?`}
      description="It is not sent to Amazon until somebody releases it. Its units stay held for it."
    >
      <ReasonForm
        label="Reason"
        hint="Your colleagues see it in the order."
        longest={500}
        action="Hold order"
        serverError={hold.error}
        onSend={(reason) => hold.mutateAsync({ orderId: id, reason: reason ?? '' })}
        onClose={onClose}
      />
    </Dialog>
  )
}
