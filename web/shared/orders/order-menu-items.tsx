import Ban from 'lucide-react/icons/ban'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Copy from 'lucide-react/icons/copy'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Eye from 'lucide-react/icons/eye'
import MapPinPen from 'lucide-react/icons/map-pin-pen'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Printer from 'lucide-react/icons/printer'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Star from 'lucide-react/icons/star'
import Tag from 'lucide-react/icons/tag'
import StickyNote from 'lucide-react/icons/sticky-note'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { obstacleTo } from '#contract/order-actions.ts'
import { ordersApi } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { ActionMenuItem } from '../action-menu-item.tsx'
import { useNow } from '../relative-time.tsx'
import { type OrderSubject, useAcknowledge, useRelease, useRestore } from './api.ts'
import { dialogObstacles, type OrderDialogName } from './order-dialogs.ts'
import { useOrderLink } from './order-link.tsx'

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
export function OrderMenuItems({ order, isInDrawer, onLeave, onOpenDialog }: OrderMenuItemsProps) {
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
            {t('View details')}
          </DropdownMenuItem>
          {order.status === 'shipped' && (
            <DropdownMenuItem onSelect={() => view('packages')}>
              <Truck aria-hidden />
              {t('Track Shipment')}
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
        {t('Copy order number')}
      </DropdownMenuItem>
      {mayAct && (
        <DropdownMenuItem asChild>
          <Link href={`/orders?create=order&copy=${order.id}`} onClick={onLeave}>
            <CopyPlus aria-hidden />
            {t('Copy as replacement')}
          </Link>
        </DropdownMenuItem>
      )}
      {mayAct && (
        <DropdownMenuItem asChild>
          <a href={pathWithQuery(ordersApi.packingSlip, { orderId: order.id })} target="_blank" rel="noreferrer">
            <Printer aria-hidden />
            {t('Print packing slip')}
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
        {t('Acknowledge')}
      </ActionMenuItem>
      {transit === 'sending'
        ? item('resend', <RefreshCw aria-hidden />, t('Resend'))
        : item('fulfill', <PackageCheck aria-hidden />, t('Fulfill'))}
      {item('ship', <Truck aria-hidden />, t('Ship it yourself'))}
      {status === 'sent_to_fulfillment' && item('cancelAndResend', <RefreshCw aria-hidden />, t('Cancel and resubmit'))}
      {item('editAddress', <MapPinPen aria-hidden />, t('Edit address'))}
      {isHeld ? (
        <ActionMenuItem
          icon={<Play aria-hidden />}
          obstacle={obstacleTo('release', order, now)}
          onSelect={() => release.mutate({ orderId })}
        >
          {t('Release')}
        </ActionMenuItem>
      ) : (
        item('hold', <Pause aria-hidden />, t('Hold…'))
      )}
      {status === 'cancelled' ? (
        <ActionMenuItem
          icon={<RotateCcw aria-hidden />}
          obstacle={obstacleTo('restore', order, now)}
          onSelect={() => restore.mutate({ orderId })}
        >
          {t('Restore')}
        </ActionMenuItem>
      ) : (
        item('cancel', <Ban aria-hidden />, t('Cancel order'))
      )}
      {item('requestReview', <Star aria-hidden />, t('Request Review'))}
      <DropdownMenuSeparator />
      {item('tags', <Tag aria-hidden />, t('Tags…'))}
      {item('addNote', <StickyNote aria-hidden />, t('Add note'))}
    </>
  )
}

async function copyOrderNumber(orderNumber: string): Promise<void> {
  if (await copyText(orderNumber))
    toast({ title: t('Copied'), description: t('{orderNumber} is on your clipboard', { orderNumber }) })
}
