import { asc, inArray } from 'drizzle-orm'
import type { OrderData } from '#contract/intake.ts'
import { fromCents, toCents } from '#contract/money.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import { priceCart } from '#contract/pricing/price-cart.ts'
import type { PromotionRules } from '#contract/pricing/promotion-rule.ts'
import { findNewOrders, loadIntakeContext, placeOrders } from '#server/features/orders/intake/ingest-events.ts'
import type { OrderChange } from '#server/features/orders/intake/order-change.ts'
import { reduceEvents, type SnapshotEvent } from '#server/features/orders/intake/order-events.ts'
import type { IntakeContext } from '#server/features/orders/intake/order-rows.ts'
import { lockIntake } from '#server/features/orders/intake/queries.ts'
import { storeSubmissions } from '#server/features/orders/public/create-order.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { contextAt } from '../operator.ts'
import { createRandom, pickSome, type Random } from '../random.ts'
import { customerOf, type DemoCustomer } from './customers.ts'
import type { DemoChannel, OrderPlan } from './plans.ts'
import type { DemoShop, ShopChannel, ShopItem } from './shop.ts'

export type PlacedLine = typeof orderItems.$inferSelect

export type PlacedOrder = {
  plan: OrderPlan
  place: ShopChannel
  snapshot: SnapshotEvent & { channelId: string }
  orderId: string
  orderNumber: string
  lines: PlacedLine[]
  change: OrderChange
}

/** Writes the orders as intake does, without side effects. */
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
    const [snapshot, change] = [snapshots[index], changes[index]]
    if (!snapshot || !change) return []
    const { orderId, orderNumber } = change
    const place = shop.places[plan.channel]
    return [{ plan, place, snapshot, orderId, orderNumber, lines: linesOf.get(orderId) ?? [], change }]
  })
  for (const order of orders.filter(hasSubmission)) {
    const { plan, snapshot, orderId } = order
    await storeSubmissions(tx, contextAt(ctx, plan.placedAt), [snapshot], [{ orderId, isNew: true }])
  }
  return { intake, orders }
}

function snapshotOf(plan: OrderPlan, { places, rules }: DemoShop): SnapshotEvent & { channelId: string } {
  const place = places[plan.channel]
  const { id: channelId, speaker: by } = place
  const order = buildOrderData(plan, place, rules)
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

/** Open orders of websites have their submission stored. */
const hasSubmission = ({ plan, place }: PlacedOrder) => plan.scenario !== 'past' && place.speaker.type === 'api_key'

const customerCount = 320

/** Above 1, some customers order more often than others. */
const loyalty = 1.7

/** Share of customers who know a promotion's code. */
const codeAwareness = 0.1

const freeShippingFrom = 75_00n

const shippingFees: Record<ShippingSpeed, bigint> = { standard: 6_95n, expedited: 14_95n, priority: 24_95n }

/** The order as the channel sends it. */
function buildOrderData(plan: OrderPlan, { id: channelId, shopItems }: ShopChannel, rules: PromotionRules): OrderData {
  const random = createRandom(`${plan.number} orders at the ${plan.channel}`)
  const customer = customerOf(1 + Math.floor(random.fraction() ** loyalty * customerCount))
  const shippingSpeed = plan.scenario === 'partly' ? 'standard' : speedOf(random)
  const items = itemsOf(plan, random, shopItems)
  const { promotionCodes, discount } = promotionsOf(plan, rules, { channelId, lines: items })
  return {
    externalOrderId: externalIdOf(plan),
    placedAt: plan.placedAt.toISOString(),
    currency: 'USD',
    customer: customer.person,
    shippingAddress: addressOf(plan, customer),
    shippingSpeed,
    items,
    ...(promotionCodes.length > 0 ? { promotionCodes } : {}),
    ...amountsOf(items, { shippingSpeed, customer, discount }),
  }
}

const firstNumbers: Record<DemoChannel, number> = { store: 20_400, outlet: 7_150, instagram: 341_250_907_000_000 }

const externalIdOf = ({ channel, number }: OrderPlan) => String(firstNumbers[channel] + number)

function speedOf(random: Random): ShippingSpeed {
  const chance = random.fraction()
  return chance < 0.8 ? 'standard' : chance < 0.95 ? 'expedited' : 'priority'
}

const soldOut = 'HP-MUG-FOG'

/** A bundle with a SKU that the catalogue does not know. */
const bundle = { sku: 'HP-GIFT-SPRING', title: 'Spring Gift Bundle', quantity: 1, unitPrice: '88.00' }

function itemsOf(
  { placedAt, scenario }: OrderPlan,
  random: Random,
  shopItems: readonly ShopItem[],
): OrderData['items'] {
  if (scenario === 'short') return shopItems.filter(({ sku }) => sku === soldOut).map((shopItem) => itemOf(shopItem, 2))
  const onSale = shopItems.filter(({ since, isPlentiful }) => since < placedAt && (scenario === 'past' || isPlentiful))
  const chance = random.fraction()
  const lines = scenario === 'partly' || chance > 0.88 ? 3 : chance < 0.62 ? 1 : 2
  const items = pickSome(random, onSale, lines).map((shopItem) =>
    itemOf(shopItem, random.fraction() < 0.8 ? 1 : random.between(2, 3)),
  )
  return scenario === 'unmapped' ? [...items, bundle] : items
}

const itemOf = ({ sku, title, price }: ShopItem, quantity: number) => ({ sku, title, quantity, unitPrice: price })

/** An address that looks valid but is rejected. */
const addressOf = ({ scenario }: OrderPlan, { address }: DemoCustomer): OrderData['shippingAddress'] =>
  scenario === 'bad_address' ? { ...address, line1: 'General Delivery, dock 4', line2: null } : address

type Basket = { channelId: string; lines: OrderData['items'] }

/** The codes that apply, and the discount of all promotions at that time. */
function promotionsOf({ number, placedAt }: OrderPlan, rules: PromotionRules, basket: Basket) {
  const random = createRandom(`${number} knows a code`)
  const codes = rules.promotions.flatMap(({ code }) =>
    code !== null && random.fraction() < codeAwareness ? [code] : [],
  )
  const { promotions, discount } = priceCart(rules, { ...basket, codes, currency: 'USD', at: placedAt })
  const applied = promotions.filter(({ outcome }) => outcome === 'applied')
  return { promotionCodes: applied.flatMap(({ code }) => code ?? []), discount: toCents(discount) }
}

type Terms = { shippingSpeed: ShippingSpeed; customer: DemoCustomer; discount: bigint }

function amountsOf(items: OrderData['items'], { shippingSpeed, customer, discount }: Terms) {
  const subtotal = items.reduce((sum, { unitPrice, quantity }) => sum + toCents(unitPrice) * BigInt(quantity), 0n)
  const isFree = shippingSpeed === 'standard' && subtotal >= freeShippingFrom
  const perMille = BigInt(Math.round(customer.place.tax * 10))
  const shipping = isFree ? 0n : shippingFees[shippingSpeed]
  const tax = ((subtotal - discount) * perMille + 500n) / 1000n
  return {
    discountAmount: fromCents(discount),
    shippingAmount: fromCents(shipping),
    taxAmount: fromCents(tax),
    total: fromCents(subtotal - discount + shipping + tax),
  }
}
