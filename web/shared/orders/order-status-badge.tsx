import Ban from 'lucide-react/icons/ban'
import Eye from 'lucide-react/icons/eye'
import PackageCheck from 'lucide-react/icons/package-check'
import Send from 'lucide-react/icons/send'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import type { OrderStatus } from '#contract/order-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { orderStatusLabels } from './order-words.ts'

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
