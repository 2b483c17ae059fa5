import { cx } from 'class-variance-authority'
import type { Ref } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { SelectOrder } from '../selection/select-order.tsx'
import type { OrderSelection } from '../selection/use-selection.ts'
import { OrderCard } from './order-card.tsx'

type OrderGridProps = {
  ref: Ref<HTMLUListElement>
  rows: readonly OrderRow[]
  /** Null for those who can only look. */
  selection: OrderSelection | null
  onView: (orderId: string) => void
}

export function OrderGrid({ ref, rows, selection, onView }: OrderGridProps) {
  return (
    <ul
      ref={ref}
      tabIndex={-1}
      aria-label="Orders"
      className="mb-4 grid gap-4 outline-none md:grid-cols-2 lg:grid-cols-3"
    >
      {rows.map((order) => (
        <li
          key={order.id}
          className={cx('min-w-0 rounded-lg', selection?.has(order.id) && 'outline-2 -outline-offset-1 outline-accent')}
        >
          <OrderCard
            order={order}
            checkbox={
              selection && (
                <SelectOrder
                  name={`order ${order.externalOrderId}`}
                  isSelected={selection.has(order.id)}
                  onToggle={(isRange) => selection.toggle(order.id, isRange)}
                />
              )
            }
            onView={() => onView(order.id)}
          />
        </li>
      ))}
    </ul>
  )
}
