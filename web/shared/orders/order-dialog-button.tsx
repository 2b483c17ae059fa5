import PackageCheck from 'lucide-react/icons/package-check'
import { type ComponentProps, Suspense, useState } from 'react'
import { stepAccess } from '#contract/order-row.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import type { Button } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { PermittedButton } from '../permitted-button.tsx'
import { useNow } from '../relative-time.tsx'
import type { OrderSubject } from './api.ts'
import { dialogObstacles, type OrderDialogName, orderDialogs } from './order-dialogs.ts'

type OrderDialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  order: OrderSubject
  dialog: OrderDialogName
}

/** Opens the dialog of an order action. Blocked, with the reason, when the order or the role does not allow it. */
export function OrderDialogButton({ order, dialog, ...button }: OrderDialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow()
  const obstacle = dialogObstacles[dialog](order, new Date(now))
  const [wasUsed, setWasUsed] = useState(false)
  const blocked = useFocusFallback<HTMLButtonElement>(wasUsed && obstacle !== null)
  const Dialog = orderDialogs[dialog]

  function open() {
    setWasUsed(true)
    setIsOpen(true)
  }

  return (
    <>
      {obstacle ? (
        <BlockedButton {...button} ref={blocked} reason={obstacle} />
      ) : (
        <PermittedButton {...button} access={stepAccess} task="change orders" onClick={open} />
      )}
      <Suspense>{isOpen && <Dialog order={order} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

type FulfillOrderButtonProps = Pick<
  ComponentProps<typeof OrderDialogButton>,
  'order' | 'size' | 'variant' | 'className'
>

/** Opens the Fulfill dialog. */
export function FulfillOrderButton({ order, ...button }: FulfillOrderButtonProps) {
  return (
    <OrderDialogButton {...button} order={order} dialog="fulfill" aria-label={`Fulfill order ${order.externalOrderId}`}>
      <PackageCheck aria-hidden />
      Fulfill
    </OrderDialogButton>
  )
}

type Remedy = { dialog: OrderDialogName; label: string }

/**
 * Attention codes that are solved by an action on the order. Unknown SKUs, deliveries and messages have remedies of
 * their own.
 */
export const orderRemedies: Partial<Record<AttentionCode, Remedy>> = {
  not_enough_stock: { dialog: 'fulfill', label: 'Send all the same' },
  bad_address: { dialog: 'editAddress', label: 'Edit address' },
  rejected_by_amazon: { dialog: 'fulfill', label: 'Send again' },
  unfulfillable: { dialog: 'fulfill', label: 'Send again' },
  stuck_in_planning: { dialog: 'cancelAndResend', label: 'Cancel and resubmit' },
  submission_unanswered: { dialog: 'resend', label: 'Ask Amazon' },
  cancelled_by_channel: { dialog: 'cancel', label: 'Cancel order' },
  shipped_by_channel: { dialog: 'closeShipped', label: 'Close here: shipped by the shop' },
  held_by_channel: { dialog: 'cancel', label: 'Cancel order' },
  shipped_partly: { dialog: 'fulfill', label: 'Send the rest' },
}

type OrderRemedyProps = { order: OrderSubject; code: AttentionCode }

export function OrderRemedy({ order, code }: OrderRemedyProps) {
  const remedy = orderRemedies[code]
  if (!remedy) return null
  return (
    <OrderDialogButton order={order} dialog={remedy.dialog} size="small">
      {remedy.label}
    </OrderDialogButton>
  )
}
