import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { Suspense, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx'
import { type OrderDialogName, orderDialogs } from './order-dialogs.ts'
import { OrderMenuItems } from './order-menu-items.tsx'
import type { OrderSubject } from './order-subject.ts'

type OrderMenuProps = {
  order: OrderSubject
  /** Whether it stands in the order's own drawer, which needs no way to get there. */
  isInDrawer?: boolean
}

/** All that can be done to one order. */
export function OrderMenu({ order, isInDrawer = false }: OrderMenuProps) {
  const [asking, setAsking] = useState<OrderDialogName | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const Dialog = asking && orderDialogs[asking]

  /** Dialog and drawer give the focus back to whoever has it now; the menu's item will be gone by then. */
  const takeFocus = () => trigger.current?.focus()

  function ask(dialog: OrderDialogName) {
    takeFocus()
    setAsking(dialog)
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
        <OrderMenuItems order={order} isInDrawer={isInDrawer} onLeave={takeFocus} onAsk={ask} />
      </DropdownMenu>
      <Suspense>{Dialog && <Dialog order={order} onClose={() => setAsking(null)} />}</Suspense>
    </>
  )
}
