import ChevronDown from 'lucide-react/icons/chevron-down'
import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import type { AttentionRow } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import { stepAccess } from '#contract/order-row.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { ActionMenuItem } from '../action-menu-item.tsx'
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
        <PermittedButton {...button} access={stepAccess} task={t('change orders')} onClick={open} />
      )}
      <Suspense>{isOpen && <Dialog order={order} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

type FulfillOrderButtonProps = Pick<
  ComponentProps<typeof OrderDialogButton>,
  'order' | 'size' | 'variant' | 'className'
>

/** Opens the Fulfill dialog; of an order that only the seller can ship, the dialog for that. */
export function FulfillOrderButton({ order, ...button }: FulfillOrderButtonProps) {
  if (order.needsOwnShipping) {
    const label = t('Ship it yourself: order {externalOrderId}', { externalOrderId: order.externalOrderId })
    return (
      <OrderDialogButton {...button} order={order} dialog="ship" aria-label={label}>
        <Truck aria-hidden />
        {t('Ship it yourself')}
      </OrderDialogButton>
    )
  }
  return (
    <OrderDialogButton
      {...button}
      order={order}
      dialog="fulfill"
      aria-label={t('Fulfill order {externalOrderId}', { externalOrderId: order.externalOrderId })}
    >
      <PackageCheck aria-hidden />
      {t('Fulfill')}
    </OrderDialogButton>
  )
}

export type OrderRemedy = {
  dialog: OrderDialogName
  label: string
  /** Under More, behind the usual remedies. */
  isInMenu?: true
}

/**
 * Attention codes that are solved by an action on the order. Unknown SKUs, deliveries and messages have remedies of
 * their own.
 */
const orderRemedies: Partial<Record<AttentionCode, readonly OrderRemedy[]>> = {
  not_enough_stock: [
    { dialog: 'sendCovered', label: t('Send the rest') },
    { dialog: 'substitute', label: t('Substitute…'), isInMenu: true },
    { dialog: 'cancelShort', label: t('Cancel and notify the customer…'), isInMenu: true },
    { dialog: 'fulfill', label: t('Send anyway…'), isInMenu: true },
  ],
  bad_address: [{ dialog: 'editAddress', label: t('Edit address') }],
  rejected_by_amazon: [
    { dialog: 'fulfill', label: t('Send again') },
    { dialog: 'editAddress', label: t('Edit address') },
  ],
  unfulfillable: [
    { dialog: 'fulfill', label: t('Send again') },
    { dialog: 'ship', label: t('Ship it yourself') },
  ],
  stuck_in_planning: [{ dialog: 'cancelAndResend', label: t('Cancel and resubmit') }],
  submission_unanswered: [{ dialog: 'resend', label: t('Ask Amazon') }],
  cancelled_by_channel: [{ dialog: 'cancel', label: t('Cancel order') }],
  reopened_by_channel: [{ dialog: 'restore', label: t('Restore order') }],
  shipped_by_channel: [{ dialog: 'closeShipped', label: t('Close as shipped by the shop') }],
  held_by_channel: [{ dialog: 'cancel', label: t('Cancel order') }],
  shipped_partly: [{ dialog: 'fulfill', label: t('Send the rest') }],
}

type RemedySubject = Pick<AttentionRow, 'code' | 'coveredUnits' | 'orderStatus'>

/** The remedies of an item. A part can be sent only while some units are in stock, and a shipped order can't be cancelled. */
export const remediesOf = ({ code, coveredUnits, orderStatus }: RemedySubject) =>
  (orderRemedies[code] ?? []).filter(({ dialog }) => {
    if (dialog === 'sendCovered') return coveredUnits > 0
    return dialog !== 'cancel' || (orderStatus !== 'shipped' && orderStatus !== 'delivered')
  })

/** Instead of sending an order to Amazon, which holds none of its SKUs. */
const shipRemedy: OrderRemedy = { dialog: 'ship', label: t('Ship it yourself') }

/** What opens instead of a dialog that sends the order to Amazon. */
export const ownDialog = (order: OrderSubject, dialog: OrderDialogName): OrderDialogName =>
  order.needsOwnShipping && (dialog === 'fulfill' || dialog === 'sendCovered') ? 'ship' : dialog

function remediesFor(order: OrderSubject, remedies: readonly OrderRemedy[]): readonly OrderRemedy[] {
  if (!order.needsOwnShipping) return remedies
  const others = remedies.filter(({ dialog }) => ownDialog(order, dialog) !== 'ship')
  return others.length === remedies.length ? remedies : [shipRemedy, ...others]
}

type OrderRemediesProps = { order: OrderSubject; remedies: readonly OrderRemedy[] }

/** The remedies of an order that is at hand. */
export function OrderRemedies({ order, remedies: usual }: OrderRemediesProps) {
  const remedies = remediesFor(order, usual)
  const [opened, setOpened] = useState<OrderDialogName | null>(null)
  const now = new Date(useNow())
  const Dialog = opened && orderDialogs[opened]
  return (
    <>
      {remedies
        .filter(({ isInMenu }) => !isInMenu)
        .map(({ dialog, label }) => (
          <OrderDialogButton key={dialog} order={order} dialog={dialog} size="small">
            {label}
          </OrderDialogButton>
        ))}
      <RemedyMenu
        remedies={remedies}
        subject={t('order {orderNumber}', { orderNumber: order.orderNumber })}
        obstacleOf={(dialog) => dialogObstacles[dialog](order, now)}
        onSelect={setOpened}
      />
      <Suspense>{Dialog && <Dialog order={order} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}

type RemedyMenuProps = {
  remedies: readonly OrderRemedy[]
  subject: string
  isPending?: boolean
  obstacleOf?: (dialog: OrderDialogName) => string | null
  onSelect: (dialog: OrderDialogName) => void
}

/** The remedies under More; blocked for roles that can't change orders. */
export function RemedyMenu({ remedies, subject, isPending = false, obstacleOf, onSelect }: RemedyMenuProps) {
  const { role } = useCurrentUser()
  const trigger = useRef<HTMLButtonElement>(null)
  const listed = remedies.filter(({ isInMenu }) => isInMenu)
  if (listed.length === 0) return null
  const button = { size: 'small', 'aria-label': t('More options for {subject}', { subject }) } as const
  if (!allows(stepAccess, role)) {
    return (
      <PermittedButton {...button} access={stepAccess} task={t('change orders')}>
        {t('More')}
      </PermittedButton>
    )
  }

  /** The dialog returns the focus to the element that had it when it opened; the menu item is gone by then. */
  function select(dialog: OrderDialogName) {
    trigger.current?.focus()
    onSelect(dialog)
  }

  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button {...button} ref={trigger} isPending={isPending}>
          {t('More')}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {listed.map(({ dialog, label }) => (
        <ActionMenuItem
          key={dialog}
          icon={null}
          obstacle={obstacleOf?.(dialog) ?? null}
          onSelect={() => select(dialog)}
        >
          {label}
        </ActionMenuItem>
      ))}
    </DropdownMenu>
  )
}
