import { hasWaitingDeliveries } from './features/channels/inbox/queries/waiting.ts'
import { hasDueMessages } from './features/channels/messages/queries/messages.ts'
import { hasDueOffers } from './features/channels/push/waiting.ts'
import { hasClearableOrders } from './features/orders/attention/waiting.ts'
import type { Drains } from './platform/jobs/drains.ts'

/** How each drain tells whether there is something for it to do. */
export const drains: Drains = {
  'orders.take-in': hasWaitingDeliveries,
  'orders.clear-short-orders': hasClearableOrders,
  'channels.push-offers': hasDueOffers,
  'channels.send-messages': hasDueMessages,
}
