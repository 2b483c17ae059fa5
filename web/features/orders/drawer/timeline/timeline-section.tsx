import StickyNote from 'lucide-react/icons/sticky-note'
import { useState } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChannelNote } from './channel-note.tsx'
import { TimelineEntry } from './timeline-entry.tsx'

/** As many as say how the order stands; what came before is one press away. */
const entriesAtFirst = 12

/** What happened, newest first, with people's notes among it. */
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
