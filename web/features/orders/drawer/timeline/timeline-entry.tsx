import { cx } from 'class-variance-authority'
import type { OrderDetail } from '#contract/orders.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { TimelineIcon } from './timeline-icon.tsx'

type TimelineEntryRow = OrderDetail['timeline'][number]

export function TimelineEntry({ entry }: { entry: TimelineEntryRow }) {
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
        {reason && <p className={cx('wrap-anywhere', isNote ? noteStyle : 'text-sm text-muted')}>{reason}</p>}
        <p className="text-sm text-muted wrap-anywhere">{actorLabel(entry)}</p>
      </div>
    </li>
  )
}

/** The name of a job says nothing to a seller. */
const actorLabel = ({ actorType, actorName }: TimelineEntryRow) => (actorType === 'job' ? 'Lockstep' : actorName)

const noteStyle = 'my-1 rounded-lg border border-l-4 border-l-accent bg-sunken px-3 py-2'
