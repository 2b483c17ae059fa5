import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from '../failed-to-load.tsx'
import { useOrder } from './api.ts'
import { EditAddressForm } from './edit-address-form.tsx'
import type { OrderDialogProps } from './order-dialog-props.ts'

export function EditAddressDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Edit address of order ${orderNumber}`}
      description="It is where Amazon delivers this order. Other orders of the customer keep theirs."
    >
      {error && !order && (
        <LoadError what="The order" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <EditAddressForm order={order} onClose={onClose} />}
    </Dialog>
  )
}
