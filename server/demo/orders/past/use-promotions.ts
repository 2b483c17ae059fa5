import { updateRedemptions } from '#server/features/promotions/redeeming/follow-promotions.ts'
import type { TimelineEntry } from '#server/features/orders/timeline.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { PlacedOrder } from '../place.ts'
import type { OrderOutcome } from './course.ts'

type OrderWithOutcome = { order: PlacedOrder; course: OrderOutcome }

/** Has the orders use the promotions of their day, and the cancelled ones give them back. Answers what they say of it. */
export async function redeemPromotions(
  tx: Tx,
  ctx: CompanyContext,
  orders: readonly OrderWithOutcome[],
): Promise<TimelineEntry[]> {
  const orderOf = new Map(orders.map(({ order }) => [order.orderId, order]))
  const placed = orders.flatMap(({ order }) => order.change.claim ?? [])
  const used = await updateRedemptions(tx, ctx, { placed, at: ctx.clock.now() })
  const entries = used.entries.flatMap((entry): TimelineEntry[] => {
    const order = orderOf.get(entry.orderId)
    return order ? [{ ...entry, by: order.place.speaker, at: order.plan.placedAt }] : []
  })
  for (const { order, course } of orders) {
    if (course.kind !== 'cancelled') continue
    const { at } = course
    const released = await updateRedemptions(tx, ctx, { cancelled: [order.orderId], at })
    entries.push(...released.entries.map((entry) => ({ ...entry, by: order.place.speaker, at })))
  }
  return entries
}
