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
import { OrderActionItems } from './order-step-items.tsx'
import type { OrderSubject } from './order-subject.ts'
import { useOrderLink } from './use-order-link.ts'

type OrderMenuItemsProps = {
  order: OrderSubject
  isInDrawer: boolean
  /** Called before the order opens, over which the menu goes. */
  onLeave: () => void
  onAsk: (dialog: OrderDialogName) => void
}

/** Follows the address itself: the buttons of a whole list would be drawn anew with it. */
export function OrderMenuItems({ order, isInDrawer, onLeave, onAsk }: OrderMenuItemsProps) {
  const { role } = useCurrentUser()
  const open = useOrderLink()
  const mayAct = allows(ordersApi.fulfill.access, role)

  /** At its packages for who wants to see these. */
  function view(section?: 'packages') {
    onLeave()
    open(order.id, section)
  }

  return (
    <>
      {!isInDrawer && (
        <>
          <DropdownMenuItem onSelect={() => view()}>
            <Eye aria-hidden />
            View details
          </DropdownMenuItem>
          {order.status === 'shipped' && (
            <DropdownMenuItem onSelect={() => view('packages')}>
              <Truck aria-hidden />
              Track Shipment
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
        </>
      )}
      {mayAct && (
        <>
          <OrderActionItems order={order} onAsk={onAsk} />
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
