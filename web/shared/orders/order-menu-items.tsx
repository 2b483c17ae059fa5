import Copy from 'lucide-react/icons/copy'
import Eye from 'lucide-react/icons/eye'
import Printer from 'lucide-react/icons/printer'
import Truck from 'lucide-react/icons/truck'
import { ordersApi } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { copyOrderNumber } from './copy-order-number.ts'
import type { OrderDialogName } from './order-dialogs.ts'
import { OrderStepItems } from './order-step-items.tsx'
import type { OrderSubject } from './order-subject.ts'

type OrderMenuItemsProps = {
  order: OrderSubject
  /** Opens the order, at its packages for who wants to see these; null where it is open already. */
  onView: ((section?: 'packages') => void) | null
  onAsk: (dialog: OrderDialogName) => void
}

export function OrderMenuItems({ order, onView, onAsk }: OrderMenuItemsProps) {
  const { role } = useCurrentUser()
  const mayAct = allows(ordersApi.fulfill.access, role)
  return (
    <>
      {onView && (
        <>
          <DropdownMenuItem onSelect={() => onView()}>
            <Eye aria-hidden />
            View details
          </DropdownMenuItem>
          {order.status === 'shipped' && (
            <DropdownMenuItem onSelect={() => onView('packages')}>
              <Truck aria-hidden />
              Track Shipment
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
        </>
      )}
      {mayAct && (
        <>
          <OrderStepItems order={order} onAsk={onAsk} />
          <DropdownMenuSeparator />
        </>
      )}
      <DropdownMenuItem onSelect={() => void copyOrderNumber(order.orderNumber)}>
        <Copy aria-hidden />
        Copy order number
      </DropdownMenuItem>
      {mayAct && (
        <DropdownMenuItem asChild>
          <a href={pathWithQuery(ordersApi.packingSlip, { orderId: order.id })} target="_blank" rel="noreferrer">
            <Printer aria-hidden />
            Print packing slip
          </a>
        </DropdownMenuItem>
      )}
    </>
  )
}
