import { useSingleFlight } from '#web/lib/use-once-at-a-time.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ServerErrorAlert } from '../refusal.tsx'
import { useResend } from './api.ts'
import type { OrderDialogProps } from './order-dialog-props.ts'

export function ResendDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const resend = useResend()
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
