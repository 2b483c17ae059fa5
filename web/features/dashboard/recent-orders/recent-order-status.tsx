import Ban from 'lucide-react/icons/ban'
import PackageCheck from 'lucide-react/icons/package-check'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import { orderStatusText, type OrderStatus } from '#contract/order-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const statusBadges: Record<OrderStatus, { tone: Tone; icon?: ReactNode }> = {
  placed: { tone: 'warning', icon: <ShoppingCart aria-hidden /> },
  acknowledged: { tone: 'neutral' },
  sent_to_fulfillment: { tone: 'neutral' },
  shipped: { tone: 'info', icon: <Truck aria-hidden /> },
  delivered: { tone: 'success', icon: <PackageCheck aria-hidden /> },
  cancelled: { tone: 'danger', icon: <Ban aria-hidden /> },
}

/** At a glance: what is still to be sent, under way, done and off; the steps between stay quiet. */
export function RecentOrderStatus({ status }: { status: OrderStatus }) {
  return (
    <Badge {...statusBadges[status]}>
      <span className="first-letter:uppercase">{orderStatusText[status]}</span>
    </Badge>
  )
}
