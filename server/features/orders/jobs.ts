import { clearShortOrders } from './attention/clear-short-orders.ts'
import { runBatches } from './batches/run-batches.ts'
import { autoFulfill } from './fulfillment/auto-fulfill.ts'
import { followDue } from './fulfillment/follow-due.ts'
import { sendDue } from './fulfillment/send-due.ts'
import { watchFulfillments } from './fulfillment/watch.ts'
import { foldTallies } from './list/fold-tallies.ts'
import { fetchOrders } from './take-in/fetch-orders.ts'
import { takeInOrders } from './take-in/take-in-orders.ts'

export const ordersJobs = {
  'orders.take-in': takeInOrders,
  'orders.fetch': fetchOrders,
  'orders.clear-short-orders': clearShortOrders,
  'orders.auto-fulfill': autoFulfill,
  'orders.send': sendDue,
  'orders.follow': followDue,
  'orders.watch': watchFulfillments,
  'orders.run-batches': runBatches,
  'orders.fold-tallies': foldTallies,
}
