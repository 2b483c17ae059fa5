import { cx } from 'class-variance-authority'
import { memo, type RefObject } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { SelectOrder } from '../selection/select-order.tsx'
import type { OrderSelection } from '../selection/use-selection.ts'
import { OrderCard } from './order-card.tsx'

type OrderItemProps = {
  order: OrderRow
  canSelect: boolean
  isSelected: boolean
  /** What the list does when asked to, as it stands then. */
  handlers: RefObject<{ selection: OrderSelection | null; onView: (orderId: string) => void }>
}

/** Drawn anew only when its order changes: the page around it is with each key that is typed into the search. */
export const OrderItem = memo(function OrderItem({ order, canSelect, isSelected, handlers }: OrderItemProps) {
  return (
    <li className={cx('min-w-0 rounded-lg', isSelected && 'outline-2 -outline-offset-1 outline-accent')}>
      <OrderCard
        order={order}
        checkbox={
          canSelect && (
            <SelectOrder
              name={`order ${order.externalOrderId}`}
              isSelected={isSelected}
              onToggle={(isRange) => handlers.current.selection?.toggle(order.id, isRange)}
            />
          )
        }
        onView={() => handlers.current.onView(order.id)}
      />
    </li>
  )
})
