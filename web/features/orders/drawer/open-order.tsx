import { Fragment, useRef } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { useOrder } from '#web/shared/orders/api.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { NoSuchOrder } from './no-such-order.tsx'
import { OrderSections } from './order-content.tsx'
import { OrderFooter } from './order-footer.tsx'
import { OrderSummary } from './order-summary.tsx'
import { useNeighbours } from './use-neighbours.ts'

type OrderDrawerProps = {
  /** The list beside it, in which one goes on to the next and the previous. */
  orders: readonly OrderRow[]
  orderId: string
  /** As the URL says it, which may be anything. */
  section: string | null
  onSwap: (orderId: string) => void
  onClose: () => void
}

export function OrderDrawer({ orderId, section, orders, onSwap, onClose }: OrderDrawerProps) {
  const { data: order, error, isFetching, refetch } = useOrder(orderId)
  const content = useRef<HTMLDivElement>(null)
  const neighbours = useNeighbours({ orderIds: orders.map(({ id }) => id), orderId, onSwap, within: content })
  const isUnknown = error instanceof ApiError && error.status === 404
  // What the list knows of it is shown while the rest arrives, or can't.
  const known = order ?? orders.find(({ id }) => id === orderId)

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="wide"
      title={known ? `Order ${known.orderNumber}` : 'Order'}
      footer={!isUnknown && <OrderFooter order={order} neighbours={neighbours} />}
    >
      <div ref={content} className="grid gap-7 px-4 pb-8">
        <Fragment key={orderId}>
          {isUnknown && <NoSuchOrder onClose={onClose} />}
          {error && !isUnknown && (
            <LoadError what="The order" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
          {known && !isUnknown && <OrderSummary order={known} />}
          {!order && !error && <Spinner />}
          {order && !isUnknown && <OrderSections order={order} section={section} />}
        </Fragment>
      </div>
    </Drawer>
  )
}
