import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { openedFromList, useUrlDetail } from '../url-state.ts'

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

const ordersPath = '/orders'

/** Opens an order's drawer from wherever one is; beside the list of orders, that stays as it is. */
export function useOrderLink() {
  const [path, navigate] = useLocation()
  const detail = useUrlDetail('order', 'section')

  return function open(orderId: string, section?: 'packages') {
    if (path !== ordersPath) {
      const query = new URLSearchParams({ order: orderId, ...(section && { section }) })
      return navigate(`${ordersPath}?${query}`, { state: openedFromList })
    }
    detail.open(orderId)
    if (section) detail.choose(section)
  }
}
