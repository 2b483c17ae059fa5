import Ban from 'lucide-react/icons/ban'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import MapPinPen from 'lucide-react/icons/map-pin-pen'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Star from 'lucide-react/icons/star'
import StickyNote from 'lucide-react/icons/sticky-note'
import type { ReactNode } from 'react'
import { obstacleTo } from '#contract/order-actions.ts'
import { DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { useNow } from '../use-now.ts'
import { useAcknowledge, useRelease, useRestore } from './api.ts'
import type { OrderDialogName } from './order-dialogs.ts'
import { ActionMenuItem } from '../menu-step.tsx'
import { dialogObstacles } from './order-obstacles.ts'
import type { OrderSubject } from './order-subject.ts'

type OrderActionItemsProps = { order: OrderSubject; onAsk: (dialog: OrderDialogName) => void }

/** The steps that an order can take, and why it can't take the others now. */
export function OrderActionItems({ order, onAsk }: OrderActionItemsProps) {
  const { id: orderId, status, isHeld, transit } = order
  const now = new Date(useNow())
  const acknowledge = useAcknowledge()
  const release = useRelease()
  const restore = useRestore()

  const item = (dialog: OrderDialogName, icon: ReactNode, label: string) => (
    <ActionMenuItem icon={icon} obstacle={dialogObstacles[dialog](order, now)} onSelect={() => onAsk(dialog)}>
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
