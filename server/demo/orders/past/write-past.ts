import { followOrders } from '#server/features/inventory/follow-orders.ts'
import { recordTimeline } from '#server/features/orders/timeline.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { PlacedOrder } from '../place.ts'
import type { DemoShop } from '../shop.ts'
import { chronicleOfCancelled } from './cancelled.ts'
import type { Chronicle } from './chronicle.ts'
import { courseOf, type Shipped } from './course.ts'
import { chronicleOfShipped, type Witness } from './shipped.ts'
import { usePromotions } from './use-promotions.ts'
import { writeChronicles } from './write-chronicles.ts'

/** An order whose parcels are on their way, which Amazon is to know of. */
export type OnItsWay = { order: PlacedOrder; course: Shipped; chronicle: Chronicle }

/**
 * What became of the orders that came in days ago. It leaves what the verbs would have left: units counted as gone,
 * parcels known to their channels. Answers those that are not over.
 */
export async function writePast(
  tx: Tx,
  ctx: CompanyContext,
  shop: DemoShop,
  past: readonly PlacedOrder[],
): Promise<OnItsWay[]> {
  const { companyId, actor: operator } = ctx
  const now = ctx.clock.now()
  const partly = past.filter(({ plan }) => plan.turn === 'partly').map(({ orderId }) => orderId)
  const lived = past.map((order) => live(order, { operator, amazon: shop.amazon, now }))
  await recordTimeline(tx, companyId, [...past.flatMap(entriesOfComing), ...(await usePromotions(tx, ctx, lived))])
  await writeChronicles(
    tx,
    companyId,
    lived.map(({ chronicle }) => chronicle),
  )
  await followOrders(tx, { companyId, revised: partly, at: now })
  return lived.flatMap(({ order, course, chronicle }) =>
    course.kind === 'shipped' && chronicle.fulfillments.some(({ status }) => status === 'shipped')
      ? [{ order, course, chronicle }]
      : [],
  )
}

function live(order: PlacedOrder, witness: Witness) {
  const course = courseOf(order)
  const chronicle =
    course.kind === 'cancelled' ? chronicleOfCancelled(order, course) : chronicleOfShipped(order, course, witness)
  return { order, course, chronicle }
}

const entriesOfComing = ({ plan, change }: PlacedOrder) =>
  change.entries.map((entry) => ({ ...entry, at: plan.placedAt }))
