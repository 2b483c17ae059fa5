import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Star from 'lucide-react/icons/star'
import type { OrderDetail } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { FulfillOrderButton } from '#web/shared/orders/fulfill-order.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { OrderMenu } from '#web/shared/orders/order-menu.tsx'
import { NeighbourButton } from './neighbour-button.tsx'
import type { Neighbours } from './use-neighbours.ts'

type OrderFooterProps = { order: OrderDetail | undefined; neighbours: Neighbours }

/** The way through the list, and what can be done to the order. */
export function OrderFooter({ order, neighbours: { position, toPrevious, toNext } }: OrderFooterProps) {
  return (
    <>
      {position && (
        <div className="mr-auto flex items-center gap-1">
          <NeighbourButton label="Previous order" keyName="K" onGo={toPrevious} icon={<ChevronUp aria-hidden />} />
          <NeighbourButton label="Next order" keyName="J" onGo={toNext} icon={<ChevronDown aria-hidden />} />
          <span className="ml-1 text-sm text-muted">
            {formatNumber(position.at)} of {formatNumber(position.of)}
          </span>
        </div>
      )}
      <div className="flex min-h-10 items-center gap-2 md:min-h-9">
        {order && (
          <>
            <OrderMenu order={order} isInDrawer />
            <NextAction order={order} />
          </>
        )}
      </div>
    </>
  )
}

/** The step that comes next in the life of an order. */
function NextAction({ order }: { order: OrderDetail }) {
  const { status, isPartial } = order
  if (status === 'placed' || status === 'acknowledged' || isPartial) {
    return <FulfillOrderButton order={order} variant="primary" />
  }
  if (status !== 'delivered') return null
  return (
    <OrderDialogButton order={order} dialog="requestReview" variant="primary">
      <Star aria-hidden />
      Request Review
    </OrderDialogButton>
  )
}
