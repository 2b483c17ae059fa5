import { type ComponentType, type SubmitEvent, useState } from 'react'
import { t } from '#contract/i18n.ts'
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
import { AddNoteDialog } from './timeline-entry-dialogs.tsx'
import { ReasonForm } from './reason-form.tsx'
import { ShipDialog } from './ship-dialog.tsx'
import { SubstituteDialog } from './substitute-dialog.tsx'
import { TagOrdersDialog } from './tag-orders-dialog.tsx'

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
  tags: TagsDialog,
  requestReview: RequestReviewDialog,
} as const satisfies Record<string, ComponentType<OrderDialogProps>>

function ResendDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const resend = useResendOrder()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Resend order {orderNumber}?', { orderNumber })}
      confirmLabel={t('Resend to MCF')}
      isPending={resend.isPending}
      onConfirm={() => singleFlight(() => resend.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>
        {t(
          'Lockstep first checks the last attempt with Amazon. If Amazon has it, the order will continue. If it ended or never arrived, a new one will be sent. Nothing ships twice.',
        )}
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
      title={t('Restore order {orderNumber}?', { orderNumber })}
      confirmLabel={t('Restore order')}
      isPending={restore.isPending}
      onConfirm={() => singleFlight(() => restore.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>{t('The order will be reopened and its units reserved. It can then be sent.')}</p>
      <ServerErrorAlert error={restore.error} />
    </ConfirmDialog>
  )
}

/** The cancel dialog with the reason filled in. */
function CancelShortDialog(props: OrderDialogProps) {
  return <CancelOrderDialog {...props} reason={t('Out of stock')} />
}

function CancelOrderDialog({ order, reason = '', onClose }: OrderDialogProps & { reason?: string }) {
  const cancel = useCancel()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Cancel order {orderNumber}?', { orderNumber: order.orderNumber })}
      description={cancelEffect(order)}
    >
      <ReasonForm
        label={t('Reason')}
        text={reason}
        longest={500}
        draft={`cancel order ${order.id}`}
        isOptional
        action={t('Cancel order')}
        isDangerous
        cancelLabel={t('Keep order')}
        serverError={cancel.error}
        onSend={(reason) => cancel.mutateAsync({ orderId: order.id, ...(reason && { reason }) })}
        onClose={onClose}
      />
    </Dialog>
  )
}

function cancelEffect({ status, transit }: OrderSubject): string {
  if (status === 'sent_to_fulfillment') {
    return t(
      'Amazon has the order and will be asked to cancel it. If it’s already being packed, Amazon may refuse. The order will then ship, and Lockstep will tell you what to do next.',
    )
  }
  if (transit !== null) {
    return t(
      'The order is being sent. If Amazon already has it, Amazon will be asked to cancel it and may refuse. Otherwise the order will be cancelled immediately.',
    )
  }
  return t(
    'The order will be cancelled immediately, and its units can be sold again. The channel and customer will be notified per your settings. You can restore the order later.',
  )
}

const sameSpeed = 'same'

const speedOptions = [
  { value: sameSpeed, label: t('Same as before') },
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
      title={t('Cancel and resubmit order {orderNumber}?', { orderNumber })}
      description={t(
        'Amazon will be asked to cancel the current attempt. The order is only resent after Amazon confirms, so nothing ships twice. If Amazon refuses, the current attempt will ship.',
      )}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('Shipping speed')}>
          {(control) => <Select {...control} options={speedOptions} value={speed} onValueChange={setSpeed} />}
        </Field>
        <FormFooter
          action={t('Cancel and resubmit')}
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
      title={t('Close order {orderNumber}?', { orderNumber })}
      confirmLabel={t('Close as shipped by the shop')}
      isPending={closeShipped.isPending}
      onConfirm={() => singleFlight(() => closeShipped.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>
        {t(
          'The order will be closed. Its units can be sold again because the shop didn’t ship them from Amazon. The customer and shop won’t be notified. You can restore the order later.',
        )}
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
      title={t('Hold order {orderNumber}?', { orderNumber })}
      description={t('It won’t be sent to Amazon until someone releases it. Its units stay reserved.')}
    >
      <ReasonForm
        label={t('Reason')}
        hint={t('Your colleagues will see it in the order.')}
        longest={500}
        draft={`hold order ${id}`}
        action={t('Hold order')}
        serverError={hold.error}
        onSend={(reason) => hold.mutateAsync({ orderId: id, reason: reason ?? '' })}
        onClose={onClose}
      />
    </Dialog>
  )
}

function TagsDialog({ order, onClose }: OrderDialogProps) {
  return <TagOrdersDialog orders={[order]} onClose={onClose} />
}

function RequestReviewDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const requestReview = useRequestReview()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Request a review for order {orderNumber}?', { orderNumber })}
      confirmLabel={t('Request Review')}
      isPending={requestReview.isPending}
      onConfirm={() => singleFlight(() => requestReview.mutateAsync({ orderId: id }).then(onClose))}
    >
      <p>{t('The customer will get your review email. It’s sent once per order and can’t be unsent.')}</p>
      <ServerErrorAlert error={requestReview.error} />
    </ConfirmDialog>
  )
}
