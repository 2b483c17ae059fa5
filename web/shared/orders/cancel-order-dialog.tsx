import { Dialog } from '#web/ui/dialog.tsx'
import { useCancel } from './api.ts'
import type { OrderDialogProps } from './order-dialog-props.ts'
import type { OrderSubject } from './order-subject.ts'
import { ReasonForm } from './reason-form.tsx'

export function CancelOrderDialog({ order, onClose }: OrderDialogProps) {
  const cancel = useCancel()
  return (
    <Dialog open onOpenChange={onClose} title={`Cancel order ${order.orderNumber}?`} description={cancelEffect(order)}>
      <ReasonForm
        label="Reason"
        longest={500}
        isOptional
        action="Cancel order"
        isDangerous
        cancelLabel="Keep order"
        serverError={cancel.error}
        onSend={(reason) => cancel.mutateAsync({ orderId: order.id, ...(reason && { reason }) })}
        onClose={onClose}
      />
    </Dialog>
  )
}

function cancelEffect({ status, transit }: OrderSubject): string {
  if (status === 'sent_to_fulfillment') {
    return 'Amazon has the order and is asked to stop it. It may refuse once the parcel is being packed: then the order ships, and you are told what is left to do. Only when Amazon agrees is the order cancelled.'
  }
  if (transit !== null) {
    return 'The order is just being sent. If Amazon has it already, it is asked to stop it and may refuse; otherwise the order is cancelled at once.'
  }
  return 'The order is cancelled at once, its units are free to be sold again, and the channel is told. You can restore it later.'
}
