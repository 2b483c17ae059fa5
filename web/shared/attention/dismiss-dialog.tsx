import type { AttentionRow } from '#contract/attention.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DismissForm } from './dismiss-form.tsx'

type DismissDialogProps = { row: AttentionRow; onClose: () => void }

export function DismissDialog({ row, onClose }: DismissDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Dismiss this?"
      description={
        row.orderId
          ? 'It leaves the list and no longer keeps the order. Your reason stays in the order’s timeline.'
          : 'It leaves the list. The delivery stays among the orders in, where it can still be replayed.'
      }
    >
      <DismissForm attentionId={row.id} onClose={onClose} />
    </Dialog>
  )
}
