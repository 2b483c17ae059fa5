import { sql } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { pollChannel } from '#server/features/channels/poll/poll-channels.ts'
import { acknowledgeOrder, holdOrder } from '#server/features/orders/actions/actions.ts'
import { addNote } from '#server/features/orders/teamwork/notes.ts'
import { applyChanges } from '#server/features/orders/intake/apply-changes.ts'
import type { IntakeContext } from '#server/features/orders/intake/order-rows.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { createView } from '#server/features/saved-views/saved-views.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { amazonControl } from './amazon.ts'
import { placeOrder } from './channels.ts'
import { secondsAfter } from './dates.ts'
import { asOperator, contextAt } from './operator.ts'
import { customerOf } from './orders/customers.ts'
import { writePast } from './orders/past/write-past.ts'
import { placeDemoOrders, type PlacedOrder } from './orders/place-orders.ts'
import { planOrders } from './orders/plans.ts'
import { registerShipments, sendOrders } from './orders/send-orders.ts'
import { type DemoShop, readShop, type ShopChannel } from './orders/shop.ts'
import { useUpFlashSale } from './promotions.ts'
import { createRandom, pickSome } from './random.ts'

/**
 * Adds the orders of sixty days. Past orders are written directly to the tables, open ones are created through the
 * features. Three of them need attention. Without local emulators nothing is sent to Amazon.
 */
export async function addDemoOrders(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    const shop = await ctx.transaction((tx) => readShop(tx, ctx))
    const { orders, inTransit } = await addOrders(ctx, shop)
    await useUpFlashSale(ctx)
    await actOnOrders(ctx, orders)
    const emulator = emulatorOf(deps, shop)
    if (emulator) {
      await registerShipments(ctx, emulator, inTransit)
      await sendOrders(ctx, emulator, orders)
    }
    const { META_GRAPH_URL: graphUrl } = deps.config
    if (graphUrl && isLoopback(graphUrl)) await buyOnInstagram(ctx, graphUrl, shop.places.instagram)
    await saveViews(ctx)
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s orders could not all be set up')
  }
}

const addOrders = (ctx: CompanyContext, shop: DemoShop) =>
  ctx.transaction(async (tx) => {
    const { intake, orders } = await placeDemoOrders(tx, ctx, shop, planOrders(ctx.clock.now()))
    const isPast = ({ plan }: (typeof orders)[number]) => plan.scenario === 'past' || plan.scenario === 'partly'
    const open = orders.filter((order) => !isPast(order))
    const inTransit = await writePast(tx, ctx, shop, orders.filter(isPast))
    await applyIntakeEffects(tx, intake, open)
    await backdateHoldsAndCustomers(tx, ctx.companyId)
    return { orders: open, inTransit }
  })

function emulatorOf({ config: { AMAZON_SP_API_URL: url } }: Deps, { amazon }: DemoShop) {
  return url && isLoopback(url) && amazon ? { sellerId: amazon.sellerId, control: amazonControl(url) } : null
}

const holdReasons = ['The customer asks whether it can still be engraved.', 'Ordered twice? Waiting for an answer.']

/** Acknowledges and holds open orders, as the operator would have. */
async function actOnOrders(ctx: CompanyContext, orders: readonly PlacedOrder[]): Promise<void> {
  const having = (scenario: PlacedOrder['plan']['scenario']) => orders.filter(({ plan }) => plan.scenario === scenario)
  const minutesAfter = ({ plan }: PlacedOrder, minutes: number) =>
    contextAt(ctx, secondsAfter(plan.placedAt, minutes * 60))
  for (const order of having('acknowledged')) await acknowledgeOrder(minutesAfter(order, 9), order)
  for (const [index, order] of having('held').entries()) {
    const reason = holdReasons[index] ?? 'Waiting for an answer.'
    await holdOrder(minutesAfter(order, 14), { orderId: order.orderId, reason })
    await addNote(minutesAfter(order, 16), { orderId: order.orderId, text: 'Wrote to the customer.' })
  }
}

/** Applies the side effects of intake at the time of each order: holds, timeline and attention items. */
async function applyIntakeEffects(tx: Tx, intake: IntakeContext, orders: readonly PlacedOrder[]): Promise<void> {
  for (const { plan, place, change } of orders) {
    const now = plan.placedAt
    const ctx = { ...contextAt(intake.ctx, now), actor: place.speaker }
    const entries = change.entries.map((entry) => ({ ...entry, at: now }))
    await applyChanges(tx, { ...intake, ctx, now }, [{ ...change, entries }])
  }
}

const instagramCustomers = [301, 302]

/** Places two orders in the Meta emulator and fetches them as usual. */
async function buyOnInstagram(ctx: CompanyContext, graphUrl: string, shop: ShopChannel): Promise<void> {
  if (!shop.accountId) return
  const random = createRandom('bought on Instagram')
  const shopItems = pickSome(
    random,
    shop.shopItems.filter(({ isPlentiful }) => isPlentiful),
    instagramCustomers.length,
  )
  for (const [index, shopItem] of shopItems.entries()) {
    const { person, address, place } = customerOf(instagramCustomers[index] ?? 0)
    const price = Number(toCents(shopItem.price))
    await placeOrder(graphUrl, shop.accountId, {
      state: 'CREATED',
      items: [{ retailerId: shopItem.sku, quantity: 1, price, tax: Math.round((price * place.tax) / 100) }],
      shipping: { name: 'Standard', price: 0, minDays: 3, maxDays: 7 },
      buyer: { name: address.recipientName ?? '', email: person.email ?? '' },
      address: {
        name: address.recipientName ?? '',
        street1: address.line1,
        street2: address.line2 ?? '',
        city: address.city,
        state: address.state ?? '',
        postalCode: address.postalCode,
        country: address.country,
      },
    })
  }
  await pollChannel({ ...ctx, actor: { type: 'job', name: 'channels.poll' } }, { channelId: shop.id })
  await processInbox({ ...ctx, actor: { type: 'job', name: 'orders.take-in' } })
}

/** Saves shared views for the operator. */
async function saveViews(ctx: CompanyContext): Promise<void> {
  await createView(ctx, { name: 'To ship today', filters: { status: 'placed' }, isShared: true })
  await createView(ctx, { name: 'On hold', filters: { flag: 'held' }, isShared: true })
}

/** Dates holds and customers back to the time of the order. */
async function backdateHoldsAndCustomers(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`
    update stock_holds h set created_at = o.placed_at
    from order_items i join orders o on o.company_id = i.company_id and o.id = i.order_id
    where h.company_id = ${companyId} and h.ended_at is null and i.company_id = h.company_id and i.id = h.order_item_id`)
  await tx.execute(sql`
    update customers c set created_at = first.placed_at
    from (select customer_id, min(placed_at) as placed_at from orders where company_id = ${companyId} group by customer_id) as first
    where c.company_id = ${companyId} and c.id = first.customer_id`)
}
