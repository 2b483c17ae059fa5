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

/** An order in transit, which the Amazon emulator must know. */
export type OrderInTransit = { order: PlacedOrder; outcome: ShippedOutcome; history: OrderHistory }

/** Writes the history of past orders: the rows that the features would have written. Returns the orders in transit. */
export async function writePast(
  tx: Tx,
  ctx: CompanyContext,
  shop: DemoShop,
  past: readonly PlacedOrder[],
): Promise<OrderInTransit[]> {
  const { companyId, actor: operator } = ctx
  const now = ctx.clock.now()
  const partly = past.filter(({ plan }) => plan.scenario === 'partly').map(({ orderId }) => orderId)
  const histories = past.map((order) => buildHistory(order, { operator, amazon: shop.amazon, now }))
  await recordTimeline(tx, companyId, [...past.flatMap(intakeEntries), ...(await redeemPromotions(tx, ctx, histories))])
  await writeHistories(
    tx,
    companyId,
    histories.map(({ history }) => history),
  )
  await applyOrderChanges(tx, { companyId, revised: partly, at: now })
  return histories.flatMap(({ order, outcome, history }) =>
    outcome.kind === 'shipped' && history.fulfillments.some(({ status }) => status === 'shipped')
      ? [{ order, outcome, history }]
      : [],
  )
}

function buildHistory(order: PlacedOrder, context: HistoryContext) {
  const outcome = outcomeOf(order)
  const history =
    outcome.kind === 'cancelled' ? historyOfCancelled(order, outcome) : historyOfShipped(order, outcome, context)
  return { order, outcome, history }
}

const intakeEntries = ({ plan, change }: PlacedOrder) =>
  change.entries.map((entry) => ({ ...entry, at: plan.placedAt }))

type OrderWithOutcome = { order: PlacedOrder; outcome: OrderOutcome }

/** Redeems the promotions of past orders and releases those of cancelled ones. Returns timeline entries. */
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
  for (const { order, outcome } of orders) {
    if (outcome.kind !== 'cancelled') continue
    const { at } = outcome
    const released = await updateRedemptions(tx, ctx, { cancelled: [order.orderId], at })
    entries.push(...released.entries.map((entry) => ({ ...entry, by: order.place.speaker, at })))
  }
  return entries
}

/** One statement per table. */
async function writeHistories(tx: Tx, companyId: string, all: readonly OrderHistory[]): Promise<void> {
  const rowsOf = <Part extends keyof OrderHistory>(part: Part) => all.map((history) => history[part])
  await updateOrderStates(tx, companyId, rowsOf('state'))
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
