import { counted } from '#web/lib/figures.ts'
import { ReasonForm } from '#web/shared/orders/reason-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type HoldBatchProps = {
  count: number
  refusal: unknown
  onSend: (details: { reason: string }) => Promise<unknown>
  onClose: () => void
}

export function HoldBatch({ count, refusal, onSend, onClose }: HoldBatchProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Hold ${counted(count, 'order')}?`}
      description="They are not sent to Amazon until somebody releases them. Their units stay held for them."
    >
      <ReasonForm
        label="Reason"
        hint="Your colleagues see it in each order."
        longest={500}
        action="Hold orders"
        refusal={refusal}
        onSend={(reason) => onSend({ reason: reason ?? '' })}
        onClose={onClose}
      />
    </Dialog>
  )
}
