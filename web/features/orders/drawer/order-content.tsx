import type { OrderDetail } from '#contract/orders.ts'
import { CustomerSection } from './customer-section.tsx'
import { FulfillmentsSection } from './fulfillments/fulfillments-section.tsx'
import { ItemsSection } from './items/items-section.tsx'
import { AttentionSection } from './order-attention.tsx'
import { PayloadsSection } from './payloads/payloads-section.tsx'
import { TimelineSection } from './timeline/timeline-section.tsx'

type OrderSectionsProps = { order: OrderDetail; section: string | null }

/** Below its summary, the whole answer to "what happened to this order?". */
export function OrderSections({ order, section }: OrderSectionsProps) {
  return (
    <>
      {order.attentions.length > 0 && <AttentionSection order={order} />}
      <ItemsSection order={order} />
      <CustomerSection order={order} />
      <FulfillmentsSection order={order} isFocused={section === 'packages'} />
      <TimelineSection order={order} />
      <PayloadsSection order={order} />
    </>
  )
}
