import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { Suspense, useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuLabel } from '#web/ui/dropdown-menu.tsx'
import { lazyPart } from '../lazy-part.tsx'
import type { OrderSubject } from './api.ts'
import { type OrderDialogName, orderDialogs } from './order-dialogs.ts'

/** Not in the first load of the list, which has many menus and shows none of their items. */
const OrderMenuItems = lazyPart(async () => (await import('./order-menu-items.tsx')).OrderMenuItems)

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
          <Button
            ref={trigger}
            variant="quiet"
            size="icon"
            aria-label={t('Actions for order {externalOrderId}', { externalOrderId: order.externalOrderId })}
            onPointerEnter={OrderMenuItems.preload}
            onFocus={OrderMenuItems.preload}
          >
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <Suspense fallback={<DropdownMenuLabel>{t('Loading...')}</DropdownMenuLabel>}>
          <OrderMenuItems order={order} isInDrawer={isInDrawer} onLeave={focusTrigger} onOpenDialog={open} />
        </Suspense>
      </DropdownMenu>
      <Suspense>{Dialog && <Dialog order={order} onClose={() => setOpenDialog(null)} />}</Suspense>
    </>
  )
}
