import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import type { PromotionClaim } from '#server/features/promotions/redeeming/claim.ts'
import type { OrderToCheck } from '../attention/judge-orders.ts'
import type { AttentionToRaise } from '../attention/raise-attention.ts'
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
  standing: OrderToCheck | null
  /** What it says of promotions; null where they need not follow it. */
  claim: PromotionClaim | null
  raised: readonly AttentionToRaise[]
  entries: readonly TimelineEntry[]
  messages: readonly OrderMessage[]
}
