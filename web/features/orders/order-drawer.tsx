import SearchX from 'lucide-react/icons/search-x'
import { Fragment, useRef } from 'react'
import { orderNumbersText } from '#contract/order-numbers.ts'
import type { OrderDetail, OrderRow } from '#contract/orders.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { useOrder } from '#web/shared/orders/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { AttentionSection } from './drawer/attention-section.tsx'
import { CustomerSection } from './drawer/customer-section.tsx'
import { FulfillmentsSection } from './drawer/fulfillments-section.tsx'
import { ItemsSection } from './drawer/items-section.tsx'
import { OrderFooter, useNeighbors } from './drawer/order-footer.tsx'
import { OrderSummary } from './drawer/order-summary.tsx'
import { PayloadsSection } from './drawer/payloads-section.tsx'
import { TimelineSection } from './drawer/timeline-section.tsx'

type OrderDrawerProps = {
  /** Rows of the list behind the drawer; Previous and Next walk through them. */
  orders: readonly OrderRow[]
  orderId: string
  /** Raw value of the URL parameter; unknown values are ignored. */
  section: string | null
  onSwap: (orderId: string) => void
  onClose: () => void
}

export function OrderDrawer({ orderId, section, orders, onSwap, onClose }: OrderDrawerProps) {
  const { data: order, error, isFetching, refetch } = useOrder(orderId)
  const content = useRef<HTMLDivElement>(null)
  const neighbors = useNeighbors({ orderIds: orders.map(({ id }) => id), orderId, onSwap, within: content })
  const isUnknown = error instanceof ApiError && error.status === 404
  // The row of the list stands in until the detail has loaded, or if it fails to load.
  const shownOrder = order ?? orders.find(({ id }) => id === orderId)

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="wide"
      title={shownOrder ? `Order ${orderNumbersText(shownOrder)}` : 'Order'}
      footer={!isUnknown && <OrderFooter order={order} neighbors={neighbors} />}
    >
      <div ref={content} className="grid gap-7 px-4 pb-8">
        <Fragment key={orderId}>
          {isUnknown && <NoSuchOrder onClose={onClose} />}
          {error && !isUnknown && (
            <LoadError what="The order" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
          {shownOrder && !isUnknown && <OrderSummary order={shownOrder} />}
          {!order && !error && <Spinner />}
          {order && !isUnknown && <OrderSections order={order} section={section} />}
        </Fragment>
      </div>
    </Drawer>
  )
}

type OrderSectionsProps = { order: OrderDetail; section: string | null }

/** The sections below the summary, shown once the detail has loaded. */
function OrderSections({ order, section }: OrderSectionsProps) {
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

function NoSuchOrder({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState icon={<SearchX />} action={<Button onClick={onClose}>Back to the orders</Button>}>
      There is no such order in this company. The link may be incomplete, or belong to another company.
    </EmptyState>
  )
}
