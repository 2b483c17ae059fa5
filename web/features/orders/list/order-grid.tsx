import { type Ref, useLayoutEffect, useRef } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import type { OrderSelection } from '../selection/use-selection.ts'
import { OrderItem } from './order-item.tsx'

type OrderGridProps = {
  ref: Ref<HTMLUListElement>
  rows: readonly OrderRow[]
  /** Null for those who can only look. */
  selection: OrderSelection | null
  onView: (orderId: string) => void
}

export function OrderGrid({ ref, rows, selection, onView }: OrderGridProps) {
  const handlers = useRef({ selection, onView })
  useLayoutEffect(() => {
    handlers.current = { selection, onView }
  })
  return (
    <ul
      ref={ref}
      tabIndex={-1}
      aria-label="Orders"
      className="mb-4 grid gap-4 outline-none md:grid-cols-2 lg:grid-cols-3"
    >
      {rows.map((order) => (
        <OrderItem
          key={order.id}
          order={order}
          canSelect={selection !== null}
          isSelected={selection?.has(order.id) ?? false}
          handlers={handlers}
        />
      ))}
    </ul>
  )
}
