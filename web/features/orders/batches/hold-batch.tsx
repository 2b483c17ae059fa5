import { formatCount } from '#web/lib/figures.ts'
import { ReasonForm } from '#web/shared/orders/reason-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type HoldBatchDialogProps = {
  count: number
  refusal: unknown
  onSend: (details: { reason: string }) => Promise<unknown>
  onClose: () => void
}

export function HoldBatchDialog({ count, refusal, onSend, onClose }: HoldBatchDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Hold ${formatCount(count, 'order')}?`}
      description="They are not sent to Amazon until somebody releases them. Their units stay held for them."
    >
      <ReasonForm
        label="Reason"
        hint="Your colleagues see it in each order."
        longest={500}
        action="Hold orders"
        serverError={refusal}
        onSend={(reason) => onSend({ reason: reason ?? '' })}
        onClose={onClose}
      />
    </Dialog>
  )
}
