import { cx } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
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
import { useState } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { writtenText } from '#web/shared/people.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'

/** Entries shown before "Show all" is pressed. */
const entriesAtFirst = 12

/** Timeline entries and colleagues' notes, newest first. */
export function TimelineSection({ order }: { order: OrderDetail }) {
  const [isWhole, setIsWhole] = useState(false)
  const entries = order.timeline.toReversed()
  const shown = isWhole ? entries : entries.slice(0, entriesAtFirst)
  return (
    <DrawerSection title="Timeline">
      <div>
        <OrderDialogButton order={order} dialog="addNote" size="small">
          <StickyNote aria-hidden />
          Add note
        </OrderDialogButton>
      </div>
      {order.notes && <ChannelNote text={order.notes} />}
      <ol aria-label="Timeline">
        {shown.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {shown.length < entries.length && (
        <div>
          <Button size="small" onClick={() => setIsWhole(true)}>
            Show all {formatNumber(entries.length)} entries
          </Button>
        </div>
      )}
    </DrawerSection>
  )
}

/** The note that the customer or the channel sent with the order. */
function ChannelNote({ text }: { text: string }) {
  return (
    <figure className="rounded-lg border border-l-4 border-l-accent bg-sunken px-4 py-3">
      <figcaption className="text-sm text-muted">Note that came with the order</figcaption>
      <p className="whitespace-pre-line wrap-anywhere">{writtenText(text)}</p>
    </figure>
  )
}

type TimelineEntryRow = OrderDetail['timeline'][number]

function TimelineEntry({ entry }: { entry: TimelineEntryRow }) {
  const { event, description, reason, occurredAt } = entry
  const isNote = event === 'order.note'
  return (
    <li className="group/entry grid grid-cols-[auto_1fr] gap-x-3">
      <span className="grid grid-rows-[auto_1fr] justify-items-center">
        <TimelineIcon event={event} />
        <span aria-hidden className="w-px bg-line group-last/entry:hidden" />
      </span>
      <div className="min-w-0 pb-4 group-last/entry:pb-0">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 wrap-anywhere">{description}</p>
          <p className="text-sm text-muted">
            <RelativeTime moment={occurredAt} />
          </p>
        </div>
        {reason && (
          <p className={cx('wrap-anywhere', isNote ? noteStyle : 'text-sm text-muted')}>{writtenText(reason)}</p>
        )}
        <p className="text-sm text-muted wrap-anywhere">{actorLabel(entry)}</p>
      </div>
    </li>
  )
}

/** Background jobs are shown as Lockstep: job names mean nothing to a seller. */
const actorLabel = ({ actorType, actorName }: TimelineEntryRow) => (actorType === 'job' ? 'Lockstep' : actorName)

const noteStyle = 'my-1 rounded-lg border border-l-4 border-l-accent bg-sunken px-3 py-2'

/** Keyed by the full event name, else by its part before the dot. */
const eventIcons: Readonly<Record<string, LucideIcon>> = {
  'order.placed': ShoppingCart,
  'order.acknowledged': CircleCheckBig,
  'order.note': StickyNote,
  'order.held': Pause,
  'order.released': Play,
  'order.held_by_channel': Pause,
  'order.released_by_channel': Play,
  'order.closed': Truck,
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

/** Decorative: the text beside it says the same. */
function TimelineIcon({ event }: { event: string }) {
  const Icon = eventIcons[event] ?? eventIcons[event.split('.')[0] ?? ''] ?? CircleDot
  return (
    <span className="flex size-7 items-center justify-center rounded-full border bg-raised text-muted">
      <Icon aria-hidden className="size-4" />
    </span>
  )
}
