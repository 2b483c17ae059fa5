import Ban from 'lucide-react/icons/ban'
import Eye from 'lucide-react/icons/eye'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageCheck from 'lucide-react/icons/package-check'
import PackageOpen from 'lucide-react/icons/package-open'
import PackageSearch from 'lucide-react/icons/package-search'
import Pause from 'lucide-react/icons/pause'
import Send from 'lucide-react/icons/send'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Truck from 'lucide-react/icons/truck'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { type OrderStatus, orderStatusLabels } from '#contract/order-status.ts'
import type { OrderRow } from '#contract/orders.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export const statusBadges: Record<OrderStatus, { tone: Tone; icon: ReactNode }> = {
  placed: { tone: 'info', icon: <ShoppingCart aria-hidden /> },
  acknowledged: { tone: 'neutral', icon: <Eye aria-hidden /> },
  sent_to_fulfillment: { tone: 'info', icon: <Send aria-hidden /> },
  shipped: { tone: 'info', icon: <Truck aria-hidden /> },
  delivered: { tone: 'info', icon: <PackageCheck aria-hidden /> },
  cancelled: { tone: 'danger', icon: <Ban aria-hidden /> },
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge {...statusBadges[status]}>{orderStatusLabels[status]}</Badge>
}

/** Whom the order is assigned to; nothing where that is nobody. */
export function AssigneeName({ assignee }: Pick<OrderRow, 'assignee'>) {
  return (
    assignee && (
      <span className="inline-flex min-w-0 items-center gap-1 text-xs text-muted">
        <UserRound aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">{t('Assigned to {name}', { name: assignee.name })}</span>
        <span aria-hidden className="truncate">
          {assignee.name}
        </span>
      </span>
    )
  )
}

type OrderFlagsProps = {
  order: Pick<OrderRow, 'isHeld' | 'channelHold' | 'needsAttention' | 'waitsForStock' | 'isPartial' | 'transit'>
}

/** Badges beside the status: in transit, on hold here or at the channel, partial, needs attention. */
export function OrderFlags({ order }: OrderFlagsProps) {
  const { isHeld, channelHold, needsAttention, waitsForStock, isPartial, transit } = order
  const spinning = <LoaderCircle aria-hidden className="animate-spin" />
  return (
    <>
      {transit === 'sending' && (
        <Badge tone="info" icon={spinning}>
          {t('Sending…')}
        </Badge>
      )}
      {transit === 'cancelling' && (
        <Badge tone="warning" icon={spinning}>
          {t('Cancelling…')}
        </Badge>
      )}
      {transit === 'resending' && (
        <Badge tone="warning" icon={spinning}>
          {t('Resubmitting…')}
        </Badge>
      )}
      {needsAttention && <Badge tone="warning">{t('Needs attention')}</Badge>}
      {waitsForStock && (
        <Badge tone="neutral" icon={<PackageSearch aria-hidden />}>
          {t('Waiting for stock')}
        </Badge>
      )}
      {isHeld && (
        <Badge tone="warning" icon={<Pause aria-hidden />}>
          {t('On hold')}
        </Badge>
      )}
      {channelHold && (
        <Badge tone="warning" icon={<Pause aria-hidden />}>
          {t('Held by the shop')}
        </Badge>
      )}
      {isPartial && (
        <Badge tone="neutral" icon={<PackageOpen aria-hidden />}>
          {t('Partial')}
        </Badge>
      )}
    </>
  )
}
