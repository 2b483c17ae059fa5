import { hasOrdersToFetch, hasWaitingDeliveries } from './features/channels/inbox/intake-queries.ts'
import { hasDueMessages } from './features/channels/messages/queries.ts'
import { hasDueOffers } from './features/channels/push/queries.ts'
import { hasDueAlerts } from './features/notifications/alerts/queries.ts'
import { hasDueNotifications } from './features/notifications/sending/send-notifications.ts'
import { hasOrdersToRecheck } from './features/orders/attention/recheck-stock.ts'
import { hasBatchesToRun } from './features/orders/batches/run-batches.ts'
import { hasOrdersDue } from './features/orders/fulfillment/auto-fulfill.ts'
import { hasParcelsToComplete } from './features/orders/fulfillment/own-deliveries.ts'
import { hasDueTracking } from './features/orders/fulfillment/track-fulfillments.ts'
import { hasDueSubmissions } from './features/orders/fulfillment/submit-attempts.ts'
import { hasStuckFulfillments } from './features/orders/fulfillment/stuck-fulfillments.ts'
import type { TableWorkers } from './platform/jobs/table-workers.ts'

/** For each table worker, the query that tells whether its table has due rows. */
export const tableWorkers: TableWorkers = {
  'orders.take-in': hasWaitingDeliveries,
  'orders.fetch': hasOrdersToFetch,
  'orders.clear-short-orders': hasOrdersToRecheck,
  'orders.auto-fulfill': hasOrdersDue,
  'orders.send': hasDueSubmissions,
  'orders.follow': hasDueTracking,
  'orders.watch': hasStuckFulfillments,
  'orders.assume-delivered': hasParcelsToComplete,
  'orders.run-batches': hasBatchesToRun,
  'channels.push-offers': hasDueOffers,
  'channels.send-messages': hasDueMessages,
  'notifications.send': hasDueNotifications,
  'notifications.gather-alerts': hasDueAlerts,
}
