import { clearShortOrders } from './attention/clear-short-orders.ts'
import { runBatches } from './batches/run-batches.ts'
import { autoFulfill } from './fulfillment/auto-fulfill.ts'
import { trackDueAttempts } from './fulfillment/follow-due.ts'
import { submitDueAttempts } from './fulfillment/send-due.ts'
import { findStuckFulfillments } from './fulfillment/watch.ts'
import { compactOrderCounts } from './list/fold-tallies.ts'
import { fetchOrders } from './take-in/fetch-orders.ts'
import { processInbox } from './take-in/take-in-orders.ts'

export const ordersJobs = {
  'orders.take-in': processInbox,
  'orders.fetch': fetchOrders,
  'orders.clear-short-orders': clearShortOrders,
  'orders.auto-fulfill': autoFulfill,
  'orders.send': submitDueAttempts,
  'orders.follow': trackDueAttempts,
  'orders.watch': findStuckFulfillments,
  'orders.run-batches': runBatches,
  'orders.fold-tallies': compactOrderCounts,
}
