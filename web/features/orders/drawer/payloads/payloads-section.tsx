import { useState } from 'react'
import { type OrderDetail, ordersApi } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { formatCount } from '#web/lib/figures.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { PayloadList } from './payload-list.tsx'

/** What the channel sent, for who may see it. */
export function PayloadsSection({ order: { id, payloadCount } }: { order: OrderDetail }) {
  const { role } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  if (payloadCount === 0 || !allows(ordersApi.payloads.access, role)) return null
  return (
    <DrawerSection title="Raw payload">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-10 content-center text-muted md:min-h-6">
          {formatCount(payloadCount, 'message')} of the channel, as it came
        </summary>
        {isOpen && <PayloadList orderId={id} />}
      </details>
    </DrawerSection>
  )
}
