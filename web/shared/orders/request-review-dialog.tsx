import { useSingleFlight } from '#web/lib/use-once-at-a-time.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ServerErrorAlert } from '../refusal.tsx'
import { useRequestReview } from './api.ts'
import type { OrderDialogProps } from './order-dialog-props.ts'

export function RequestReviewDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
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
