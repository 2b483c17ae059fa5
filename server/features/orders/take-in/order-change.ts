import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import type { Claim } from '#server/features/promotions/redeeming/claim.ts'
import type { StandingOrder } from '../attention/judge-orders.ts'
import type { Raised } from '../attention/raise-attention.ts'
import type { TimelineEntry } from '../timeline.ts'

/** What news did to one order, for all that follows from it. */
export type OrderChange = {
  orderId: string
  orderNumber: string
  channelId: string
  outcome: 'placed' | 'changed' | 'cancelled' | 'nothing_new'
  /** What its holds are to follow. */
  holds: 'placed' | 'revised' | 'cancelled' | 'unchanged'
  removedLines: readonly string[]
  /** As it stands now; null where nothing can keep it any more. */
  standing: StandingOrder | null
  /** What it says of promotions; null where they need not follow it. */
  claim: Claim | null
  raised: readonly Raised[]
  entries: readonly TimelineEntry[]
  messages: readonly OrderMessage[]
}
