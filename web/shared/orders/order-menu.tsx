import Ban from 'lucide-react/icons/ban'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Copy from 'lucide-react/icons/copy'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import MapPinPen from 'lucide-react/icons/map-pin-pen'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Printer from 'lucide-react/icons/printer'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Star from 'lucide-react/icons/star'
import StickyNote from 'lucide-react/icons/sticky-note'
import Truck from 'lucide-react/icons/truck'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { obstacleTo } from '#contract/order-actions.ts'
import { ordersApi } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { ActionMenuItem } from '../action-menu-item.tsx'
import { useNow } from '../relative-time.tsx'
import { type OrderSubject, useAcknowledge, useRelease, useRestore } from './api.ts'
import { dialogObstacles, type OrderDialogName, orderDialogs } from './order-dialogs.ts'
import { useOrderLink } from './order-link.tsx'

type OrderMenuProps = {
  order: OrderSubject
  /** Inside the order's own drawer there is no "View details". */
  isInDrawer?: boolean
}

/** Menu of all actions on one order. */
export function OrderMenu({ order, isInDrawer = false }: OrderMenuProps) {
  const [openDialog, setOpenDialog] = useState<OrderDialogName | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const Dialog = openDialog && orderDialogs[openDialog]

  /** Dialog and drawer return the focus to the element that had it when they opened; the menu item is gone by then. */
  const focusTrigger = () => trigger.current?.focus()

  function open(dialog: OrderDialogName) {
    focusTrigger()
    setOpenDialog(dialog)
  }

  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button ref={trigger} variant="quiet" size="icon" aria-label={`Actions for order ${order.externalOrderId}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <OrderMenuItems order={order} isInDrawer={isInDrawer} onLeave={focusTrigger} onOpenDialog={open} />
      </DropdownMenu>
      <Suspense>{Dialog && <Dialog order={order} onClose={() => setOpenDialog(null)} />}</Suspense>
    </>
  )
}

type OrderMenuItemsProps = {
  order: OrderSubject
  isInDrawer: boolean
  /** Called before the drawer opens and the menu closes. */
  onLeave: () => void
  onOpenDialog: (dialog: OrderDialogName) => void
}

/**
 * A component of its own, mounted while the menu is open: it subscribes to the URL, and otherwise every row would
 * render again when that changes.
 */
function OrderMenuItems({ order, isInDrawer, onLeave, onOpenDialog }: OrderMenuItemsProps) {
  const { role } = useCurrentUser()
  const open = useOrderLink()
  const mayAct = allows(ordersApi.fulfill.access, role)

  /** Opens the order, optionally at its packages. */
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
          <OrderActionItems order={order} onOpenDialog={onOpenDialog} />
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

type OrderActionItemsProps = { order: OrderSubject; onOpenDialog: (dialog: OrderDialogName) => void }

/** One item per action; an action that is not possible now names the reason. */
function OrderActionItems({ order, onOpenDialog }: OrderActionItemsProps) {
  const { id: orderId, status, isHeld, transit } = order
  const now = new Date(useNow())
  const acknowledge = useAcknowledge()
  const release = useRelease()
  const restore = useRestore()

  const item = (dialog: OrderDialogName, icon: ReactNode, label: string) => (
    <ActionMenuItem icon={icon} obstacle={dialogObstacles[dialog](order, now)} onSelect={() => onOpenDialog(dialog)}>
      {label}
    </ActionMenuItem>
  )

  return (
    <>
      <ActionMenuItem
        icon={<CircleCheckBig aria-hidden />}
        obstacle={obstacleTo('acknowledge', order, now)}
        onSelect={() => acknowledge.mutate({ orderId })}
      >
        Acknowledge
      </ActionMenuItem>
      {transit === 'sending'
        ? item('resend', <RefreshCw aria-hidden />, 'Resend')
        : item('fulfill', <PackageCheck aria-hidden />, 'Fulfill')}
      {item('ship', <Truck aria-hidden />, 'Ship it yourself')}
      {status === 'sent_to_fulfillment' && item('cancelAndResend', <RefreshCw aria-hidden />, 'Cancel and resubmit')}
      {item('editAddress', <MapPinPen aria-hidden />, 'Edit address')}
      {isHeld ? (
        <ActionMenuItem
          icon={<Play aria-hidden />}
          obstacle={obstacleTo('release', order, now)}
          onSelect={() => release.mutate({ orderId })}
        >
          Release
        </ActionMenuItem>
      ) : (
        item('hold', <Pause aria-hidden />, 'Hold…')
      )}
      {status === 'cancelled' ? (
        <ActionMenuItem
          icon={<RotateCcw aria-hidden />}
          obstacle={obstacleTo('restore', order, now)}
          onSelect={() => restore.mutate({ orderId })}
        >
          Restore
        </ActionMenuItem>
      ) : (
        item('cancel', <Ban aria-hidden />, 'Cancel')
      )}
      {item('requestReview', <Star aria-hidden />, 'Request Review')}
      <DropdownMenuSeparator />
      {item('addNote', <StickyNote aria-hidden />, 'Add note')}
    </>
  )
}

async function copyOrderNumber(orderNumber: string): Promise<void> {
  if (await copyText(orderNumber)) toast({ title: 'Copied', description: `${orderNumber} is on the clipboard` })
}
