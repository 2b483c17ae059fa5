import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Star from 'lucide-react/icons/star'
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { t } from '#contract/i18n.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { FulfillOrderButton, OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { OrderMenu } from '#web/shared/orders/order-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

type OrderFooterProps = { order: OrderDetail | undefined; neighbors: Neighbors }

/** Previous and Next in the list, the order's menu and its next action. */
export function OrderFooter({ order, neighbors: { position, toPrevious, toNext } }: OrderFooterProps) {
  return (
    <>
      {position && (
        <div className="mr-auto flex items-center gap-1">
          <NeighborButton label={t('Previous order')} keyName="K" onGo={toPrevious} icon={<ChevronUp aria-hidden />} />
          <NeighborButton label={t('Next order')} keyName="J" onGo={toNext} icon={<ChevronDown aria-hidden />} />
          <span className="ml-1 text-sm text-muted">{t('{at} of {of}', { at: position.at, of: position.of })}</span>
        </div>
      )}
      <div className="flex min-h-10 items-center gap-2 md:min-h-9">
        {order && (
          <>
            <OrderMenu order={order} isInDrawer />
            <NextAction order={order} />
          </>
        )}
      </div>
    </>
  )
}

/** The usual next step for the order's status, as the primary button. */
function NextAction({ order }: { order: OrderDetail }) {
  const { status, isPartial } = order
  if (status === 'placed' || status === 'acknowledged' || isPartial) {
    return <FulfillOrderButton order={order} variant="primary" />
  }
  if (status !== 'delivered') return null
  return (
    <OrderDialogButton order={order} dialog="requestReview" variant="primary">
      <Star aria-hidden />
      {t('Request Review')}
    </OrderDialogButton>
  )
}

type NeighborButtonProps = {
  label: string
  keyName: string
  icon: ReactNode
  /** Null at the end of the list. */
  onGo: (() => void) | null
}

function NeighborButton({ label, keyName, icon, onGo }: NeighborButtonProps) {
  return (
    <Tooltip
      content={
        <>
          {label} <Kbd>{keyName}</Kbd>
        </>
      }
    >
      <Button
        variant="quiet"
        size="icon"
        aria-label={label}
        aria-keyshortcuts={keyName}
        aria-disabled={onGo === null}
        onClick={() => onGo?.()}
      >
        {icon}
      </Button>
    </Tooltip>
  )
}

type NeighborOptions = {
  orderIds: readonly string[]
  orderId: string
  onSwap: (orderId: string) => void
  /** What further keys do. */
  keys: Readonly<Record<string, () => void>>
  /** An element inside the drawer. Keys pressed in a dialog above the drawer are ignored. */
  within: RefObject<HTMLElement | null>
}

type Neighbors = ReturnType<typeof useNeighbors>

/** The previous and the next order of the list, and the keys k and j that open them, beside further keys of the drawer. */
export function useNeighbors({ orderIds, orderId, onSwap, keys, within }: NeighborOptions) {
  const index = orderIds.indexOf(orderId)
  const previous = index > 0 ? orderIds[index - 1] : undefined
  const next = index >= 0 ? orderIds[index + 1] : undefined

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const drawer = within.current?.closest('[role="dialog"]')
    if (!(event.target instanceof Node) || !drawer?.contains(event.target)) return
    const targetId = { k: previous, j: next }[event.key]
    const act = targetId ? () => onSwap(targetId) : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  return {
    /** Null if the order is not among the loaded rows, for example when it was opened by its link. */
    position: index >= 0 ? { at: index + 1, of: orderIds.length } : null,
    toPrevious: previous ? () => onSwap(previous) : null,
    toNext: next ? () => onSwap(next) : null,
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
