import { followPromotions } from '#server/features/promotions/redeeming/follow-promotions.ts'
import type { TimelineEntry } from '#server/features/orders/timeline.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { PlacedOrder } from '../place.ts'
import type { Course } from './course.ts'

type Lived = { order: PlacedOrder; course: Course }

/** Has the orders use the promotions of their day, and the cancelled ones give them back. Answers what they say of it. */
export async function usePromotions(tx: Tx, ctx: CompanyContext, lived: readonly Lived[]): Promise<TimelineEntry[]> {
  const orderOf = new Map(lived.map(({ order }) => [order.orderId, order]))
  const placed = lived.flatMap(({ order }) => order.change.claim ?? [])
  const used = await followPromotions(tx, ctx, { placed, at: ctx.clock.now() })
  const entries = used.entries.flatMap((entry): TimelineEntry[] => {
    const order = orderOf.get(entry.orderId)
    return order ? [{ ...entry, by: order.place.speaker, at: order.plan.placedAt }] : []
  })
  for (const { order, course } of lived) {
    if (course.kind !== 'cancelled') continue
    const { at } = course
    const released = await followPromotions(tx, ctx, { cancelled: [order.orderId], at })
    entries.push(...released.entries.map((entry) => ({ ...entry, by: order.place.speaker, at })))
  }
  return entries
}
