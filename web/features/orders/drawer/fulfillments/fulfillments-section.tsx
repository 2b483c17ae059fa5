import { useEffect, useRef } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { FulfillmentCard } from './fulfillment-card.tsx'

type FulfillmentsSectionProps = {
  order: OrderDetail
  /** Whether somebody came to see where the parcels are. */
  isFocused: boolean
}

export function FulfillmentsSection({ order, isFocused }: FulfillmentsSectionProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isFocused) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [isFocused])

  return (
    <div ref={place} tabIndex={-1} className="min-w-0 scroll-mt-16 outline-none">
      <DrawerSection title="Fulfillment">
        {order.fulfillments.length === 0 ? (
          <p className="text-muted">Nothing has been sent to Amazon yet. Its answers and the parcels appear here.</p>
        ) : (
          <ol className="grid gap-4">
            {order.fulfillments.map((fulfillment) => (
              <FulfillmentCard key={fulfillment.id} order={order} fulfillment={fulfillment} />
            ))}
          </ol>
        )}
      </DrawerSection>
    </div>
  )
}
