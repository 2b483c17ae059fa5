import Ban from 'lucide-react/icons/ban'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import CircleDot from 'lucide-react/icons/circle-dot'
import Mail from 'lucide-react/icons/mail'
import MapPinPen from 'lucide-react/icons/map-pin-pen'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Radio from 'lucide-react/icons/radio'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Send from 'lucide-react/icons/send'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Star from 'lucide-react/icons/star'
import StickyNote from 'lucide-react/icons/sticky-note'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import type { LucideIcon } from 'lucide-react'

/** By the whole name of an event, else by what it begins with. */
const eventIcons: Readonly<Record<string, LucideIcon>> = {
  'order.placed': ShoppingCart,
  'order.acknowledged': CircleCheckBig,
  'order.note': StickyNote,
  'order.held': Pause,
  'order.released': Play,
  'order.cancelled': Ban,
  'order.restored': RotateCcw,
  'order.address_changed': MapPinPen,
  'order.shipped': Truck,
  'order.delivered': PackageCheck,
  'package.delivered': PackageCheck,
  'order.review_requested': Star,
  'attention.resolved': CircleCheckBig,
  'attention.dismissed': CircleCheckBig,
  attention: TriangleAlert,
  fulfillment: Send,
  package: Truck,
  channel: Radio,
  notification: Mail,
}

/** The kind of a step, for who looks through many of them; the words beside it say the same. */
export function TimelineIcon({ event }: { event: string }) {
  const Icon = eventIcons[event] ?? eventIcons[event.split('.')[0] ?? ''] ?? CircleDot
  return (
    <span className="flex size-7 items-center justify-center rounded-full border bg-raised text-muted">
      <Icon aria-hidden className="size-4" />
    </span>
  )
}
