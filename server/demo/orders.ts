import { sql } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { pollChannel } from '#server/features/channels/poll/poll-channels.ts'
import { acknowledgeOrder, addNote, holdOrder } from '#server/features/orders/actions/actions.ts'
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
 * Gives the demo company the orders of sixty days: the past is written as it would have come to be, the present is made
 * by the verbs. Three of them wait for a person. Without the local stand-ins nothing is sent, and the rest is the same.
 */
export async function addDemoOrders(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    const shop = await ctx.transaction((tx) => readShop(tx, ctx))
    const { orders, onTheirWay } = await addOrders(ctx, shop)
    await useUpFlashSale(ctx)
    await actOnOrders(ctx, orders)
    const emulator = emulatorOf(deps, shop)
    if (emulator) {
      await registerShipments(ctx, emulator, onTheirWay)
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
    const isPast = ({ plan }: (typeof orders)[number]) => plan.turn === 'past' || plan.turn === 'partly'
    const open = orders.filter((order) => !isPast(order))
    const onTheirWay = await writePast(tx, ctx, shop, orders.filter(isPast))
    await applyIntakeEffects(tx, intake, open)
    await backdateHoldsAndCustomers(tx, ctx.companyId)
    return { orders: open, onTheirWay }
  })

function emulatorOf({ config: { AMAZON_SP_API_URL: url } }: Deps, { amazon }: DemoShop) {
  return url && isLoopback(url) && amazon ? { sellerId: amazon.sellerId, control: amazonControl(url) } : null
}

const holdReasons = ['The customer asks whether it can still be engraved.', 'Ordered twice? Waiting for an answer.']

/** What the operator has done with the open orders since they came in. */
async function actOnOrders(ctx: CompanyContext, orders: readonly PlacedOrder[]): Promise<void> {
  const having = (turn: PlacedOrder['plan']['turn']) => orders.filter(({ plan }) => plan.turn === turn)
  const minutesAfter = ({ plan }: PlacedOrder, minutes: number) =>
    contextAt(ctx, secondsAfter(plan.placedAt, minutes * 60))
  for (const order of having('acknowledged')) await acknowledgeOrder(minutesAfter(order, 9), order)
  for (const [index, order] of having('held').entries()) {
    const reason = holdReasons[index] ?? 'Waiting for an answer.'
    await holdOrder(minutesAfter(order, 14), { orderId: order.orderId, reason })
    await addNote(minutesAfter(order, 16), { orderId: order.orderId, text: 'Wrote to the customer.' })
  }
}

/** All that follows from orders coming in, at the time of each: units are held, and what is wrong waits for a person. */
async function applyIntakeEffects(tx: Tx, intake: IntakeContext, orders: readonly PlacedOrder[]): Promise<void> {
  for (const { plan, place, change } of orders) {
    const now = plan.placedAt
    const ctx = { ...contextAt(intake.ctx, now), actor: place.speaker }
    const entries = change.entries.map((entry) => ({ ...entry, at: now }))
    await applyChanges(tx, { ...intake, ctx, now }, [{ ...change, entries }])
  }
}

const instagramCustomers = [301, 302]

/** Two people buy in the shop at the stand-in for Meta, and the orders come in as they always do. */
async function buyOnInstagram(ctx: CompanyContext, graphUrl: string, shop: ShopChannel): Promise<void> {
  if (!shop.accountId) return
  const random = createRandom('bought on Instagram')
  const wares = pickSome(
    random,
    shop.wares.filter(({ isPlentiful }) => isPlentiful),
    instagramCustomers.length,
  )
  for (const [index, ware] of wares.entries()) {
    const { person, address, place } = customerOf(instagramCustomers[index] ?? 0)
    const price = Number(toCents(ware.price))
    await placeOrder(graphUrl, shop.accountId, {
      state: 'CREATED',
      items: [{ retailerId: ware.sku, quantity: 1, price, tax: Math.round((price * place.tax) / 100) }],
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

/** What the operator looks at each morning, and shares with the others. */
async function saveViews(ctx: CompanyContext): Promise<void> {
  await createView(ctx, { name: 'To ship today', filters: { status: 'placed' }, isShared: true })
  await createView(ctx, { name: 'On hold', filters: { flag: 'held' }, isShared: true })
}

/** Their units have been held since they came in, and their customers known since their first order. */
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
