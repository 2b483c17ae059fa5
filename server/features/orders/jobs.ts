import { applyMatches } from './actions/apply-matches.ts'
import { recheckStock } from './attention/recheck-stock.ts'
import { runBatches } from './batches/run-batches.ts'
import { autoFulfill } from './fulfillment/auto-fulfill.ts'
import { assumeDelivered } from './fulfillment/own-deliveries.ts'
import { trackDueAttempts } from './fulfillment/track-fulfillments.ts'
import { submitDueAttempts } from './fulfillment/submit-attempts.ts'
import { findStuckFulfillments } from './fulfillment/stuck-fulfillments.ts'
import { compactOrderCounts } from './order-counts.ts'
import { fetchOrders } from './intake/fetch-orders.ts'
import { hashPhones } from './intake/hash-phones.ts'
import { processInbox } from './intake/process-inbox.ts'

export const ordersJobs = {
  'orders.take-in': processInbox,
  'orders.fetch': fetchOrders,
  'orders.clear-short-orders': recheckStock,
  'orders.auto-fulfill': autoFulfill,
  'orders.send': submitDueAttempts,
  'orders.follow': trackDueAttempts,
  'orders.watch': findStuckFulfillments,
  'orders.assume-delivered': assumeDelivered,
  'orders.run-batches': runBatches,
  'orders.apply-matches': applyMatches,
  'orders.fold-tallies': compactOrderCounts,
  'orders.hash-phones': hashPhones,
}
