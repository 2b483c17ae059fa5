import { sql } from 'drizzle-orm'
import { applyOrderChanges } from '#server/features/inventory/holds.ts'
import { recordTimeline, type TimelineEntry } from '#server/features/orders/timeline.ts'
import { updateRedemptions } from '#server/features/promotions/redemptions/update-redemptions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import {
  fulfillmentItems,
  fulfillments,
  packageItems,
  packages,
  shipmentEvents,
} from '#server/platform/db/schema/fulfillment.ts'
import { stockHolds } from '#server/platform/db/schema/stock.ts'
import type { PlacedOrder } from '../place-orders.ts'
import type { DemoShop } from '../shop.ts'
import { type HistoryContext, historyOfCancelled, historyOfShipped } from './order-history.ts'
import {
  type OrderHistory,
  type OrderOutcome,
  type OrderState,
  outcomeOf,
  type ShippedOutcome,
} from './order-outcome.ts'

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

type OrderWithOutcome = { order: PlacedOrder; course: OrderOutcome }

/** Has the orders use the promotions of their day, and the cancelled ones give them back. Answers what they say of it. */
async function redeemPromotions(
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

/** In one statement for each table. */
async function writeHistories(tx: Tx, companyId: string, all: readonly OrderHistory[]): Promise<void> {
  const rowsOf = <Part extends keyof OrderHistory>(part: Part) => all.map((chronicle) => chronicle[part])
  await updateOrderStates(tx, companyId, rowsOf('standing'))
  await insertRows(tx, fulfillments, rowsOf('fulfillments').flat())
  await insertRows(tx, fulfillmentItems, rowsOf('fulfillmentItems').flat())
  await insertRows(tx, packages, rowsOf('packages').flat())
  await insertRows(tx, packageItems, rowsOf('packageItems').flat())
  await insertRows(tx, shipmentEvents, rowsOf('shipmentEvents').flat())
  await insertRows(tx, stockHolds, rowsOf('holds').flat())
  await insertRows(tx, attentionItems, rowsOf('attention').flat())
  await recordTimeline(tx, companyId, rowsOf('entries').flat())
}

async function updateOrderStates(tx: Tx, companyId: string, states: readonly OrderState[]): Promise<void> {
  await tx.execute(sql`
    update orders o set status = s.status, shipped_at = s."shippedAt", delivered_at = s."deliveredAt",
      cancelled_at = s."cancelledAt", review_requested_at = s."reviewRequestedAt", partial_reason = s."partialReason",
      created_at = o.placed_at, updated_at = s."updatedAt"
    from json_to_recordset(${JSON.stringify(states)}::json) as s(
      id uuid, status text, "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz,
      "reviewRequestedAt" timestamptz, "partialReason" text, "updatedAt" timestamptz
    )
    where o.company_id = ${companyId} and o.id = s.id`)
}
