import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useOrderLink } from './orders/use-order-link.ts'

type OrderLinkProps = {
  orderId: string
  /** Where in the drawer to begin. */
  section?: 'packages'
  className?: string
  'aria-label'?: string
  children: ReactNode
}

/** Leads into the drawer of an order. Beside the list of orders, that stays as it is. */
export function OrderLink({ orderId, section, ...face }: OrderLinkProps) {
  const open = useOrderLink()
  const query = new URLSearchParams({ order: orderId, ...(section && { section }) })
  return (
    <Link
      {...face}
      href={`/orders?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(orderId, section)
      }}
    />
  )
}
