import { asc, inArray } from 'drizzle-orm'
import { storeSubmissions } from '#server/features/orders/public/create-order.ts'
import { lockIntake } from '#server/features/orders/intake/queries.ts'
import { reduceEvents, type SnapshotEvent } from '#server/features/orders/intake/order-events.ts'
import type { IntakeContext } from '#server/features/orders/intake/order-rows.ts'
import { findNewOrders, placeOrders, loadIntakeContext } from '#server/features/orders/intake/ingest-events.ts'
import type { OrderChange } from '#server/features/orders/intake/order-change.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { contextAt } from './at.ts'
import { buildOrderData } from './order-data.ts'
import type { OrderPlan } from './plans.ts'
import type { DemoShop, ShopChannel } from './shop.ts'

export type PlacedLine = typeof orderItems.$inferSelect

export type PlacedOrder = {
  plan: OrderPlan
  place: ShopChannel
  news: SnapshotEvent
  orderId: string
  orderNumber: string
  lines: PlacedLine[]
  change: OrderChange
}

/** Writes the orders as intake does when they come in, and nothing yet of what follows from them. */
export async function placeDemoOrders(
  tx: Tx,
  ctx: CompanyContext,
  shop: DemoShop,
  plans: readonly OrderPlan[],
): Promise<{ intake: IntakeContext; orders: PlacedOrder[] }> {
  const snapshots = plans.map((plan) => snapshotOf(plan, shop))
  await lockIntake(tx, ctx.companyId)
  const fresh = await findNewOrders(tx, ctx.companyId, [...reduceEvents(snapshots, []).values()])
  const intake = await loadIntakeContext(tx, ctx, fresh, [])
  const changes = await placeOrders(tx, intake, fresh)
  const linesOf = await readLines(tx, changes)
  const orders = plans.flatMap((plan, index) => {
    const [news, change] = [snapshots[index], changes[index]]
    if (!news || !change) return []
    const { orderId, orderNumber } = change
    const place = shop.places[plan.channel]
    return [{ plan, place, news, orderId, orderNumber, lines: linesOf.get(orderId) ?? [], change }]
  })
  for (const order of orders.filter(hasSubmission)) {
    const { plan, news, orderId } = order
    await storeSubmissions(tx, contextAt(ctx, plan.placedAt), [news], [{ orderId, isNew: true }])
  }
  return { intake, orders }
}

function snapshotOf(plan: OrderPlan, { places, book }: DemoShop): SnapshotEvent {
  const place = places[plan.channel]
  const { id: channelId, speaker: by } = place
  const order = buildOrderData(plan, place, book)
  const { externalOrderId } = order
  return { channelId, externalOrderId, eventType: 'order.created', at: plan.placedAt, order, by }
}

async function readLines(tx: Tx, changes: readonly OrderChange[]): Promise<Map<string, PlacedLine[]>> {
  const ids = changes.map(({ orderId }) => orderId)
  const lines = await tx
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position))
  return Map.groupBy(lines, ({ orderId }) => orderId)
}

/** What websites handed over for the orders that are still open; what came before has been seen to. */
const hasSubmission = ({ plan, place }: PlacedOrder) => plan.turn !== 'past' && place.speaker.type === 'api_key'
