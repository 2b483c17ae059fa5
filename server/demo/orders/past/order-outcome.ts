import type { TimelineEntry } from '#server/features/orders/timeline.ts'
import type { attentionItems } from '#server/platform/db/schema/attention.ts'
import type {
  fulfillmentItems,
  fulfillments,
  packageItems,
  packages,
  shipmentEvents,
} from '#server/platform/db/schema/fulfillment.ts'
import type { orders } from '#server/platform/db/schema/orders.ts'
import type { stockHolds } from '#server/platform/db/schema/stock.ts'
import { secondsAfter } from '../../dates.ts'
import { createRandom, pick, type Random } from '../../random.ts'
import type { PlacedOrder } from '../place-orders.ts'

/** The outcome of a past order. */
export type OrderOutcome = CancelledOutcome | ShippedOutcome

export type CancelledOutcome = { kind: 'cancelled'; at: Date; reason: string | null }

export type ShippedOutcome = {
  kind: 'shipped'
  acknowledgedAt: Date | null
  /** When Amazon could not fulfill a first attempt; null if there was none. */
  refusedAt: Date | null
  requestedAt: Date
  acceptedAt: Date
  plannedAt: Date
  packedAt: Date
  leftAt: Date
  /** Seconds after `leftAt`. */
  outForDelivery: number
  deliver: number
  /** Number of lines sent; the others wait. */
  sentLines: number
  parcels: number
  note: { at: Date; text: string } | null
  /** Seconds after the delivery. */
  reviewAfter: number | null
}

const [minute, hour, day] = [60, 3600, 24 * 3600]

const reasons = ['Ordered twice by mistake', 'Found it in a store near home', 'Wanted another color', null, null]

const notes = [
  'Customer asked for a gift receipt; sent by email.',
  'Buzzer is broken, the carrier should call.',
  'Second order this month. Put a thank-you card on the list.',
  'Asked whether it fits the older model. It does.',
  'Moved recently: the address was checked by phone.',
]

/** Why one order is only partly sent. */
const partlySent = 'Customer wants the rest once the cabin is ready, next month.'

export function outcomeOf({ plan, lines, snapshot }: PlacedOrder): OrderOutcome {
  const random = createRandom(`${plan.number} takes its course`)
  const { placedAt } = plan
  const isPartly = plan.scenario === 'partly'
  // The Meta emulator does not know past orders, so none of them is cancelled, which would allow to restore it.
  if (!isPartly && plan.channel !== 'instagram' && random.fraction() < 0.06) {
    return {
      kind: 'cancelled',
      at: secondsAfter(placedAt, random.between(9, 200) * minute),
      reason: pick(random, reasons),
    }
  }
  const isAcknowledged = random.fraction() < 0.35
  const firstAt = secondsAfter(placedAt, random.between(20, 260) * minute)
  const refusedAt = random.fraction() < 0.015 ? secondsAfter(firstAt, 3 * minute) : null
  const requestedAt = refusedAt ? secondsAfter(refusedAt, 90 * minute) : firstAt
  const acceptedAt = secondsAfter(requestedAt, random.between(2, 9))
  const plannedAt = secondsAfter(acceptedAt, random.between(12, 50) * minute)
  const packedAt = secondsAfter(plannedAt, random.between(2, 9) * hour + random.between(0, 59) * minute)
  const deliver = travelOf(random, snapshot.order.shippingSpeed ?? 'standard')
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const note = random.fraction() < 0.06 ? pick(random, notes) : null
  return {
    kind: 'shipped',
    acknowledgedAt: isAcknowledged ? secondsAfter(placedAt, random.between(5, 19) * minute) : null,
    refusedAt,
    requestedAt,
    acceptedAt,
    plannedAt,
    packedAt,
    leftAt: secondsAfter(packedAt, random.between(1, 7) * hour + random.between(0, 59) * minute),
    outForDelivery: deliver - random.between(3, 8) * hour,
    deliver,
    sentLines: isPartly ? lines.length - 1 : lines.length,
    parcels: units > 2 && random.fraction() < 0.5 ? 2 : 1,
    note:
      isPartly || note
        ? { at: secondsAfter(requestedAt, -4 * minute), text: isPartly ? partlySent : (note ?? '') }
        : null,
    reviewAfter: random.fraction() < 0.3 ? random.between(6, 12) * day : null,
  }
}

function travelOf(random: Random, speed: 'standard' | 'expedited' | 'priority'): number {
  const days = { standard: random.between(6, 8), expedited: 2, priority: 1 }[speed]
  return days * day - random.between(0, 7) * hour - random.between(0, 59) * minute
}

type OrderRow = typeof orders.$inferSelect

/** Final state of an order. */
export type OrderState = Pick<
  OrderRow,
  'id' | 'status' | 'shippedAt' | 'deliveredAt' | 'cancelledAt' | 'reviewRequestedAt' | 'partialReason' | 'updatedAt'
>

/** All rows of an order's history, by table. */
export type OrderHistory = {
  state: OrderState
  fulfillments: (typeof fulfillments.$inferInsert)[]
  fulfillmentItems: (typeof fulfillmentItems.$inferInsert)[]
  packages: (typeof packages.$inferSelect)[]
  packageItems: (typeof packageItems.$inferInsert)[]
  shipmentEvents: (typeof shipmentEvents.$inferInsert)[]
  holds: (typeof stockHolds.$inferInsert)[]
  attention: (typeof attentionItems.$inferInsert)[]
  entries: TimelineEntry[]
}
