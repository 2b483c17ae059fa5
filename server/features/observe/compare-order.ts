import { z } from 'zod'
import type { ObservationDecision, Verdict } from '#contract/observe-values.ts'
import { type OrderStatus, shippingSpeeds } from '#contract/order-status.ts'

/** What Lockstep would have sent. `at`: when, also where the other tool was quicker. */
export const ShipmentPlan = z.object({
  at: z.iso.datetime().optional(),
  speed: z.enum(shippingSpeeds).optional(),
  units: z.int().optional(),
  fee: z.string().optional(),
  currency: z.string().optional(),
})
export type ShipmentPlan = z.output<typeof ShipmentPlan>

/** What Amazon shows of the order: every fulfillment order that another tool has sent for it. */
export const ActualShipment = z.object({
  externalIds: z.array(z.string()),
  sentAt: z.iso.datetime(),
  speed: z.enum(shippingSpeeds).nullable(),
  units: z.int(),
})
export type ActualShipment = z.output<typeof ActualShipment>

export type ObservedOrder = {
  decision: ObservationDecision
  planned: ShipmentPlan
  actual: ActualShipment | null
  decidedAt: Date
  /** Null for a fulfillment at Amazon that belongs to no order here. */
  status: OrderStatus | null
  orderedUnits: number
  /** Its channel says that it was shipped, and Amazon has nothing of it. */
  isShippedByChannel: boolean
}

/** How long the other tool may take. After that an order counts as not sent. */
const patienceHours = 24

/** Closer than this counts as the same time. */
const sameTimeMinutes = 60

const minute = 60_000

/** Compares what Lockstep would have done with an order with what happened. The first difference counts. */
export function compareOrder(order: ObservedOrder, now: Date): Verdict {
  const { decision, actual, status } = order
  if (status === null) return 'not_known'
  if (actual === null) return compareUnsent(order, now)
  if (actual.units > order.orderedUnits) return 'sent_twice'
  if (decision === 'keep') return 'sent_anyway'
  return decision === 'send' ? compareSent(order.planned, actual, now) : 'not_compared'
}

function compareUnsent({ decision, decidedAt, status, isShippedByChannel }: ObservedOrder, now: Date): Verdict {
  if (decision === 'by_hand') return 'not_compared'
  if (isShippedByChannel) return decision === 'keep' ? 'sent_anyway' : 'shipped_otherwise'
  if (status === 'cancelled') return decision === 'keep' ? 'same' : 'not_compared'
  if (now.getTime() - decidedAt.getTime() < patienceHours * 60 * minute) return 'waiting'
  return decision === 'keep' ? 'same' : 'not_sent'
}

function compareSent({ at, speed, units }: ShipmentPlan, actual: ActualShipment, now: Date): Verdict {
  const sentAt = new Date(actual.sentAt).getTime()
  if (units !== undefined && actual.units < units) {
    // The other tool may send the order in parts.
    return now.getTime() - sentAt < patienceHours * 60 * minute ? 'waiting' : 'units_differ'
  }
  if (actual.speed !== null && speed !== undefined && actual.speed !== speed) return 'speed_differs'
  const apart = at === undefined ? 0 : Math.abs(sentAt - new Date(at).getTime())
  return apart > sameTimeMinutes * minute ? 'time_differs' : 'same'
}

/** The names by which a fulfillment order may mean one of ours: its displayed number first, then the parts of its id. */
export function namesOf(orderNumber: string, externalId: string): string[] {
  const plain = (text: string) => text.trim().replace(/^#/, '')
  const parts = externalId.split(/[^A-Za-z0-9]+/).filter((part) => part.length >= 4)
  return [...new Set([plain(orderNumber), plain(externalId), ...parts].filter(Boolean))]
}
