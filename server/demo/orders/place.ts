import { asc, inArray } from 'drizzle-orm'
import { keepSubmissions } from '#server/features/orders/public/keep-submissions.ts'
import { lockIntake } from '#server/features/orders/queries/intake.ts'
import { foldNews, type Telling } from '#server/features/orders/take-in/fold-news.ts'
import type { Intake } from '#server/features/orders/take-in/intake-context.ts'
import { findNewOrders } from '#server/features/orders/take-in/new-orders.ts'
import type { OrderChange } from '#server/features/orders/take-in/order-change.ts'
import { placeOrders } from '#server/features/orders/take-in/place-orders.ts'
import { prepareIntake } from '#server/features/orders/take-in/prepare-intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { at } from './at.ts'
import { orderDataOf } from './order-data.ts'
import type { Plan } from './plans.ts'
import type { DemoShop, SellingPlace } from './shop.ts'

export type PlacedLine = typeof orderItems.$inferSelect

export type PlacedOrder = {
  plan: Plan
  place: SellingPlace
  news: Telling
  orderId: string
  orderNumber: string
  lines: PlacedLine[]
  change: OrderChange
}

/** Writes the orders as intake does when they come in, and nothing yet of what follows from them. */
export async function placePlans(
  tx: Tx,
  ctx: CompanyContext,
  shop: DemoShop,
  plans: readonly Plan[],
): Promise<{ intake: Intake; orders: PlacedOrder[] }> {
  const told = plans.map((plan) => newsOf(plan, shop))
  await lockIntake(tx, ctx.companyId)
  const fresh = await findNewOrders(tx, ctx.companyId, [...foldNews(told, []).values()])
  const intake = await prepareIntake(tx, ctx, fresh, [])
  const changes = await placeOrders(tx, intake, fresh)
  const linesOf = await readLines(tx, changes)
  const orders = plans.flatMap((plan, index) => {
    const [news, change] = [told[index], changes[index]]
    if (!news || !change) return []
    const { orderId, orderNumber } = change
    const place = shop.places[plan.channel]
    return [{ plan, place, news, orderId, orderNumber, lines: linesOf.get(orderId) ?? [], change }]
  })
  for (const order of orders.filter(isKeptAsItCame)) {
    const { plan, news, orderId } = order
    await keepSubmissions(tx, at(ctx, plan.placedAt), [news], [{ orderId, isNew: true }])
  }
  return { intake, orders }
}

function newsOf(plan: Plan, { places, book }: DemoShop): Telling {
  const place = places[plan.channel]
  const { id: channelId, speaker: by } = place
  const order = orderDataOf(plan, place, book)
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
const isKeptAsItCame = ({ plan, place }: PlacedOrder) => plan.turn !== 'past' && place.speaker.type === 'api_key'
