import { applyOrderChanges } from '#server/features/inventory/follow-orders.ts'
import { recordTimeline } from '#server/features/orders/timeline.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { PlacedOrder } from '../place.ts'
import type { DemoShop } from '../shop.ts'
import { historyOfCancelled } from './cancelled.ts'
import type { OrderHistory } from './chronicle.ts'
import { outcomeOf, type ShippedOutcome } from './course.ts'
import { historyOfShipped, type HistoryContext } from './shipped.ts'
import { redeemPromotions } from './use-promotions.ts'
import { writeHistories } from './write-chronicles.ts'

/** An order whose parcels are on their way, which Amazon is to know of. */
export type OrderInTransit = { order: PlacedOrder; course: ShippedOutcome; chronicle: OrderHistory }

/**
 * What became of the orders that came in days ago. It leaves what the verbs would have left: units counted as gone,
 * parcels known to their channels. Answers those that are not over.
 */
export async function writePast(
  tx: Tx,
  ctx: CompanyContext,
  shop: DemoShop,
  past: readonly PlacedOrder[],
): Promise<OrderInTransit[]> {
  const { companyId, actor: operator } = ctx
  const now = ctx.clock.now()
  const partly = past.filter(({ plan }) => plan.turn === 'partly').map(({ orderId }) => orderId)
  const histories = past.map((order) => buildHistory(order, { operator, amazon: shop.amazon, now }))
  await recordTimeline(tx, companyId, [...past.flatMap(intakeEntries), ...(await redeemPromotions(tx, ctx, histories))])
  await writeHistories(
    tx,
    companyId,
    histories.map(({ chronicle }) => chronicle),
  )
  await applyOrderChanges(tx, { companyId, revised: partly, at: now })
  return histories.flatMap(({ order, course, chronicle }) =>
    course.kind === 'shipped' && chronicle.fulfillments.some(({ status }) => status === 'shipped')
      ? [{ order, course, chronicle }]
      : [],
  )
}

function buildHistory(order: PlacedOrder, witness: HistoryContext) {
  const course = outcomeOf(order)
  const chronicle =
    course.kind === 'cancelled' ? historyOfCancelled(order, course) : historyOfShipped(order, course, witness)
  return { order, course, chronicle }
}

const intakeEntries = ({ plan, change }: PlacedOrder) =>
  change.entries.map((entry) => ({ ...entry, at: plan.placedAt }))
