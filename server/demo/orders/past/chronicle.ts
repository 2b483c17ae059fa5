import type { TimelineEntry } from '#server/features/orders/timeline.ts'
import type { stockHolds } from '#server/platform/db/schema/stock.ts'
import type { attentionItems } from '#server/platform/db/schema/attention.ts'
import type {
  fulfillmentItems,
  fulfillments,
  packageItems,
  packages,
  shipmentEvents,
} from '#server/platform/db/schema/fulfillment.ts'
import type { orders } from '#server/platform/db/schema/orders.ts'

type OrderRow = typeof orders.$inferSelect

/** Where an order came to stand. */
export type OrderState = Pick<
  OrderRow,
  'id' | 'status' | 'shippedAt' | 'deliveredAt' | 'cancelledAt' | 'reviewRequestedAt' | 'partialReason' | 'updatedAt'
>

/** All that its course leaves of an order, by table. */
export type OrderHistory = {
  standing: OrderState
  fulfillments: (typeof fulfillments.$inferInsert)[]
  fulfillmentItems: (typeof fulfillmentItems.$inferInsert)[]
  packages: (typeof packages.$inferSelect)[]
  packageItems: (typeof packageItems.$inferInsert)[]
  shipmentEvents: (typeof shipmentEvents.$inferInsert)[]
  holds: (typeof stockHolds.$inferInsert)[]
  attention: (typeof attentionItems.$inferInsert)[]
  entries: TimelineEntry[]
}
