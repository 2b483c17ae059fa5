import { useLocation } from 'wouter'
import { openedFromList, useUrlDetail } from '../use-url-detail.ts'

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
