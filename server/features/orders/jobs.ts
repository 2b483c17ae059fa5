import { takeInOrders } from './take-in/take-in-orders.ts'
import { clearShortOrders } from './attention/clear-short-orders.ts'

export const ordersJobs = {
  'orders.take-in': takeInOrders,
  'orders.clear-short-orders': clearShortOrders,
}
