import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { openedFromList, useUrlDetail } from '../url-state.ts'

type OrderLinkProps = {
  orderId: string
  /** Section of the drawer to scroll to. */
  section?: 'packages'
  className?: string
  'aria-label'?: string
  children: ReactNode
}

/** Link to the drawer of an order. On the orders page it opens beside the list and keeps its filters. */
export function OrderLink({ orderId, section, ...link }: OrderLinkProps) {
  const open = useOrderLink()
  const query = new URLSearchParams({ order: orderId, ...(section && { section }) })
  return (
    <Link
      {...link}
      href={`/orders?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(orderId, section)
      }}
    />
  )
}

const ordersPath = '/orders'

/** Opens the drawer of an order from any screen. On the orders page the list keeps its filters. */
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
