import Ban from 'lucide-react/icons/ban'
import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import { fulfillmentStatusLabels } from '#web/shared/orders/order-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const waitingStyle = { tone: 'info', icon: <Hourglass aria-hidden /> } as const

const statusStyles: Record<FulfillmentStatus, { tone: Tone; icon?: ReactNode }> = {
  pending: { tone: 'info', icon: <LoaderCircle aria-hidden className="animate-spin" /> },
  submitted: waitingStyle,
  received: waitingStyle,
  planning: waitingStyle,
  processing: waitingStyle,
  shipped: { tone: 'info', icon: <Truck aria-hidden /> },
  delivered: { tone: 'success', icon: <PackageCheck aria-hidden /> },
  cancelled: { tone: 'neutral', icon: <Ban aria-hidden /> },
  unfulfillable: { tone: 'danger' },
}

export function FulfillmentStatusBadge({ status }: { status: FulfillmentStatus }) {
  return <Badge {...statusStyles[status]}>{fulfillmentStatusLabels[status]}</Badge>
}
