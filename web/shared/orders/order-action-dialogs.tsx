import { type ComponentType, type SubmitEvent, useState } from 'react'
import { type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useSingleFlight } from '../form-submission.ts'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import {
  type OrderDialogProps,
  type OrderSubject,
  useAddNote,
  useCancel,
  useCancelAndResend,
  useCloseShipped,
  useHold,
  useRequestReview,
  useResendOrder,
  useRestore,
} from './api.ts'
import { EditAddressDialog } from './edit-address.tsx'
import { FulfillDialog } from './fulfill-dialog.tsx'
import { shippingSpeedLabels } from './order-labels.ts'
import { ReasonForm } from './reason-form.tsx'
import { ShipDialog } from './ship-dialog.tsx'
import { SubstituteDialog } from './substitute-dialog.tsx'

/** Lazy chunk: the dialogs of all order actions, by name. */
export const actionDialogs = {
  fulfill: FulfillDialog,
  sendCovered: SendCoveredDialog,
  substitute: SubstituteDialog,
  resend: ResendDialog,
  ship: ShipDialog,
  cancel: CancelOrderDialog,
  cancelShort: CancelShortDialog,
  restore: RestoreDialog,
  cancelAndResend: CancelAndResendDialog,
  closeShipped: CloseShippedDialog,
  hold: HoldOrderDialog,
  editAddress: EditAddressDialog,
  addNote: AddNoteDialog,
  requestReview: RequestReviewDialog,
} as const satisfies Record<string, ComponentType<OrderDialogProps>>

function ResendDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const resend = useResendOrder()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Resend order ${orderNumber}?`}
      confirmLabel="Resend to MCF"
      isPending={resend.isPending}
      onConfirm={() => singleFlight(() => resend.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>
        Amazon is asked first whether it has the last attempt. If it does, the order goes on with that one; if it ended
        or never arrived, a new attempt is sent. Nothing ships twice.
      </p>
      <ServerErrorAlert error={resend.error} />
    </ConfirmDialog>
  )
}

/** The Fulfill dialog with the units that are in stock. */
function SendCoveredDialog(props: OrderDialogProps) {
  return <FulfillDialog {...props} onlyCovered />
}

function RestoreDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const restore = useRestore()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Restore order ${orderNumber}?`}
      confirmLabel="Restore order"
      isPending={restore.isPending}
      onConfirm={() => singleFlight(() => restore.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>The order is placed again: its units are reserved, and it can be sent.</p>
      <ServerErrorAlert error={restore.error} />
    </ConfirmDialog>
  )
}

/** The cancel dialog with the reason filled in. */
function CancelShortDialog(props: OrderDialogProps) {
  return <CancelOrderDialog {...props} reason="Out of stock" />
}

function CancelOrderDialog({ order, reason = '', onClose }: OrderDialogProps & { reason?: string }) {
  const cancel = useCancel()
  return (
    <Dialog open onOpenChange={onClose} title={`Cancel order ${order.orderNumber}?`} description={cancelEffect(order)}>
      <ReasonForm
        label="Reason"
        text={reason}
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
  return 'The order is cancelled at once, its units are free to be sold again, and the channel and the customer are notified as your settings say. You can restore it later.'
}

const sameSpeed = 'same'

const speedOptions = [
  { value: sameSpeed, label: 'As before' },
  ...shippingSpeeds.map((speed) => ({ value: speed, label: shippingSpeedLabels[speed] })),
] as const

function CancelAndResendDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const [speed, setSpeed] = useState<ShippingSpeed | typeof sameSpeed>(sameSpeed)
  const cancelAndResend = useCancelAndResend()
  const singleFlight = useSingleFlight()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const resending = { orderId: id, ...(speed !== sameSpeed && { shippingSpeed: speed }) }
    singleFlight(() => cancelAndResend.mutateAsync(resending).then(onClose))
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Cancel and resubmit order ${orderNumber}?`}
      description="Amazon is asked to cancel the present attempt. Only once it has confirmed that is the order sent anew, so that nothing ships twice. If Amazon refuses, the present attempt ships."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Shipping speed">
          {(control) => <Select {...control} options={speedOptions} value={speed} onValueChange={setSpeed} />}
        </Field>
        <FormFooter
          action="Cancel and resubmit"
          serverError={cancelAndResend.error}
          isPending={cancelAndResend.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function CloseShippedDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const closeShipped = useCloseShipped()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Close order ${orderNumber}?`}
      confirmLabel="Close here: shipped by the shop"
      isPending={closeShipped.isPending}
      onConfirm={() => singleFlight(() => closeShipped.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>
        The order ends here, and its units are free to be sold again: the shop did not ship them from Amazon. Neither
        the customer nor the shop is notified. You can restore it later.
      </p>
      <ServerErrorAlert error={closeShipped.error} />
    </ConfirmDialog>
  )
}

function HoldOrderDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const hold = useHold()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Hold order ${orderNumber}?`}
      description="It is not sent to Amazon until someone releases it. Its units stay reserved."
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

function AddNoteDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
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

function RequestReviewDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const requestReview = useRequestReview()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Request a review for order ${orderNumber}?`}
      confirmLabel="Request Review"
      isPending={requestReview.isPending}
      onConfirm={() => singleFlight(() => requestReview.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>The customer gets your review email. It goes out once per order and can’t be taken back.</p>
      <ServerErrorAlert error={requestReview.error} />
    </ConfirmDialog>
  )
}
