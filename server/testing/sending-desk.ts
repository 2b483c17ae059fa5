import { asc, eq } from 'drizzle-orm'
import { holdUnits } from '#server/features/inventory/hold-units.ts'
import { followDue } from '#server/features/orders/fulfillment/follow-due.ts'
import { fulfillOrder } from '#server/features/orders/fulfillment/fulfill-order.ts'
import { sendDue } from '#server/features/orders/fulfillment/send-due.ts'
import { companyContext, nowhere, type Deps } from '#server/platform/context.ts'
import { fulfillmentItems, fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { createTestDeps, heldClock, noPorts } from './app.ts'
import { buildSku } from './builders.ts'
import { FakeFulfillment } from './fulfillment.ts'
import { openOrderDesk } from './order-desk.ts'
import type { buildOrder } from './orders.ts'
import { countStock } from './stock.ts'
import { buildAccount } from './stock-sync.ts'

/** What a test file of sending is made of: one Amazon in memory, on a clock that is stepped. */
export async function createSendingTest() {
  const clock = heldClock()
  const amazon = new FakeFulfillment(clock)
  const test = await createTestDeps({ clock, ports: { ...noPorts, fulfillment: amazon } })
  return { ...test, clock, amazon, desk: () => openSendingDesk(test.deps) }
}

export type SendingTest = Awaited<ReturnType<typeof createSendingTest>>
export type SendingDesk = Awaited<ReturnType<typeof openSendingDesk>>

type Sold = Parameters<typeof buildOrder>[2] & { quantity?: number }

/** A desk whose company has an account at Amazon and ten units of a SKU there. */
async function openSendingDesk(deps: Deps) {
  const desk = await openOrderDesk(deps)
  const { companyId } = desk
  const { id: skuId, sku } = await buildSku(deps.db, companyId, { stockHolder: 'amazon' })
  await countStock(deps.db, companyId, skuId, { available: 10 })
  const accountId = await buildAccount(deps, companyId)
  const job = companyContext(deps, { actor: { type: 'job', name: 'orders.send' }, origin: nowhere }, companyId)
  const { transaction } = desk.ctx
  /** An order of that SKU, for which units are held. */
  const sell = async ({ quantity = 2, ...overrides }: Sold = {}) => {
    const order = await desk.build({ items: [{ skuId, sku: 'AS-SOLD', quantity }], ...overrides })
    await transaction((tx) => holdUnits(tx, { companyId, orderId: order.id, at: deps.clock.now() }))
    return order
  }
  return {
    ...desk,
    accountId,
    skuId,
    sku,
    job,
    sell,
    /** The same, and Amazon is to be told of it. */
    ask: async (quantity?: number) => {
      const order = await sell({ ...(quantity && { quantity }) })
      await fulfillOrder(desk.ctx, { orderId: order.id, insists: false })
      return order
    },
    send: () => sendDue(job),
    follow: () => followDue(job),
    attempts: (orderId: string) =>
      transaction((tx) =>
        tx.select().from(fulfillments).where(eq(fulfillments.orderId, orderId)).orderBy(asc(fulfillments.attempt)),
      ),
    unitsOf: (fulfillmentId: string) =>
      transaction((tx) =>
        tx
          .select({ orderItemId: fulfillmentItems.orderItemId, quantity: fulfillmentItems.quantity })
          .from(fulfillmentItems)
          .where(eq(fulfillmentItems.fulfillmentId, fulfillmentId)),
      ),
  }
}
