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
import Tag from 'lucide-react/icons/tag'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import UserRound from 'lucide-react/icons/user-round'
import { Suspense, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { stepAccess } from '#contract/order-row.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { writtenText } from '#web/shared/people.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { DeleteNoteDialog, EditNoteDialog } from '#web/shared/orders/order-dialogs.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
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
    <DrawerSection title={t('Timeline')}>
      <div>
        <OrderDialogButton order={order} dialog="addNote" size="small">
          <StickyNote aria-hidden />
          {t('Add note')}
        </OrderDialogButton>
      </div>
      {order.notes && <ChannelNote text={order.notes} />}
      <ol aria-label={t('Timeline')}>
        {shown.map((entry) => (
          <TimelineEntry key={entry.id} orderId={order.id} entry={entry} />
        ))}
      </ol>
      {shown.length < entries.length && (
        <div>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('Show all {length} entries', { length: entries.length })}
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
      <figcaption className="text-sm text-muted">{t('Note sent with the order')}</figcaption>
      <p className="whitespace-pre-line wrap-anywhere">{writtenText(text)}</p>
    </figure>
  )
}

type TimelineEntryRow = OrderDetail['timeline'][number]

function TimelineEntry({ orderId, entry }: { orderId: string; entry: TimelineEntryRow }) {
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
        <p className="text-sm text-muted wrap-anywhere">
          {actorLabel(entry)}
          {entry.editedAt && t(' · edited')}
        </p>
        {entry.isOwnNote && reason && <OwnNoteButtons orderId={orderId} note={{ id: entry.id, text: reason }} />}
      </div>
    </li>
  )
}

type OwnNoteButtonsProps = { orderId: string; note: { id: string; text: string } }

function OwnNoteButtons({ orderId, note }: OwnNoteButtonsProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const button = { size: 'small', variant: 'quiet', access: stepAccess, task: t('change notes') } as const
  const dialog = { orderId, note, onClose: () => setOpen(null) }
  return (
    <div className="-ml-2 flex gap-1">
      <PermittedButton {...button} onClick={() => setOpen('edit')}>
        {t('Edit note')}
      </PermittedButton>
      <PermittedButton {...button} onClick={() => setOpen('delete')}>
        {t('Delete note')}
      </PermittedButton>
      <Suspense>
        {open === 'edit' && <EditNoteDialog {...dialog} />}
        {open === 'delete' && <DeleteNoteDialog {...dialog} />}
      </Suspense>
    </div>
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
  'order.tagged': Tag,
  'order.assigned': UserRound,
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
