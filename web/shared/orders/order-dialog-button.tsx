import { type ComponentProps, Suspense, useState } from 'react'
import { stepAccess } from '#contract/order-row.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import type { Button } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/ui/use-focus-heir.ts'
import { PermittedButton } from '../permitted-button.tsx'
import { useNow } from '../use-now.ts'
import { type OrderDialogName, orderDialogs } from './order-dialogs.ts'
import { dialogObstacles } from './order-obstacles.ts'
import type { OrderSubject } from './order-subject.ts'

type OrderDialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  order: OrderSubject
  dialog: OrderDialogName
}

/** Opens what is asked before a step; where the order can't take it, or the role may not, it says why. */
export function OrderDialogButton({ order, dialog, ...face }: OrderDialogButtonProps) {
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
        <BlockedButton {...face} ref={blocked} reason={obstacle} />
      ) : (
        <PermittedButton {...face} access={stepAccess} task="change orders" onClick={open} />
      )}
      <Suspense>{isOpen && <Dialog order={order} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
