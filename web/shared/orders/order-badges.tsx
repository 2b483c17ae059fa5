import Ban from 'lucide-react/icons/ban'
import Eye from 'lucide-react/icons/eye'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageCheck from 'lucide-react/icons/package-check'
import PackageOpen from 'lucide-react/icons/package-open'
import Pause from 'lucide-react/icons/pause'
import Send from 'lucide-react/icons/send'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import type { OrderStatus } from '#contract/order-status.ts'
import type { OrderRow } from '#contract/orders.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { orderStatusLabels } from './order-labels.ts'

const statusBadges: Record<OrderStatus, { tone: Tone; icon: ReactNode }> = {
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

type OrderFlagsProps = {
  order: Pick<OrderRow, 'isHeld' | 'channelHold' | 'needsAttention' | 'isPartial' | 'transit'>
}

/** Badges beside the status: in transit, on hold here or at the channel, partial, needs attention. */
export function OrderFlags({ order }: OrderFlagsProps) {
  const { isHeld, channelHold, needsAttention, isPartial, transit } = order
  const spinning = <LoaderCircle aria-hidden className="animate-spin" />
  return (
    <>
      {transit === 'sending' && (
        <Badge tone="info" icon={spinning}>
          Sending…
        </Badge>
      )}
      {transit === 'cancelling' && (
        <Badge tone="warning" icon={spinning}>
          Cancelling…
        </Badge>
      )}
      {transit === 'resending' && (
        <Badge tone="warning" icon={spinning}>
          Resubmitting…
        </Badge>
      )}
      {needsAttention && <Badge tone="warning">Needs attention</Badge>}
      {isHeld && (
        <Badge tone="warning" icon={<Pause aria-hidden />}>
          On hold
        </Badge>
      )}
      {channelHold && (
        <Badge tone="warning" icon={<Pause aria-hidden />}>
          Held by the shop
        </Badge>
      )}
      {isPartial && (
        <Badge tone="neutral" icon={<PackageOpen aria-hidden />}>
          Partial
        </Badge>
      )}
    </>
  )
}
