import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from '../../failed-to-load.tsx'
import { useOrder } from '../api.ts'
import type { OrderDialogProps } from '../order-dialog-props.ts'
import { FulfillForm } from './fulfill-form.tsx'

export function FulfillDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Fulfill order ${orderNumber}`}
      description="Amazon packs and ships it from your stock there."
    >
      {error && !order && (
        <LoadError what="The order" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <FulfillForm order={order} onClose={onClose} />}
    </Dialog>
  )
}
