import { asc, eq } from 'drizzle-orm'
import { holdUnits } from '#server/features/inventory/hold-units.ts'
import { trackDueAttempts } from '#server/features/orders/fulfillment/follow-due.ts'
import { fulfillOrder } from '#server/features/orders/fulfillment/fulfill-order.ts'
import { submitDueAttempts } from '#server/features/orders/fulfillment/send-due.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { fulfillmentItems, fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { createTestDeps, manualClock, noPorts } from './app.ts'
import { buildSku } from './builders.ts'
import { FakeFulfillment } from './fulfillment.ts'
import { createOrderFixture } from './order-desk.ts'
import type { buildOrder } from './orders.ts'
import { countStock } from './stock.ts'
import { buildAccount } from './stock-sync.ts'

/** What a test file of sending is made of: one Amazon in memory, on a clock that is stepped. */
export async function createSubmissionFixture() {
  const clock = manualClock()
  const amazon = new FakeFulfillment(clock)
  const test = await createTestDeps({ clock, ports: { ...noPorts, fulfillment: amazon } })
  return { ...test, clock, amazon, company: () => openCompany(test.deps) }
}

export type SubmissionFixture = Awaited<ReturnType<typeof createSubmissionFixture>>
export type SubmissionCompany = Awaited<ReturnType<typeof openCompany>>

type Sold = Parameters<typeof buildOrder>[2] & { quantity?: number }

/** A desk whose company has an account at Amazon and ten units of a SKU there. */
async function openCompany(deps: Deps) {
  const orderFixture = await createOrderFixture(deps)
  const { companyId } = orderFixture
  const { id: skuId, sku } = await buildSku(deps.db, companyId, { stockHolder: 'amazon' })
  await countStock(deps.db, companyId, skuId, { available: 10 })
  const accountId = await buildAccount(deps, companyId)
  const job = companyContext(deps, { actor: { type: 'job', name: 'orders.send' }, origin: noOrigin }, companyId)
  const { transaction } = orderFixture.ctx
  /** An order of that SKU, for which units are held. */
  const sell = async ({ quantity = 2, ...overrides }: Sold = {}) => {
    const order = await orderFixture.build({ items: [{ skuId, sku: 'AS-SOLD', quantity }], ...overrides })
    await transaction((tx) => holdUnits(tx, { companyId, orderId: order.id, at: deps.clock.now() }))
    return order
  }
  return {
    ...orderFixture,
    accountId,
    skuId,
    sku,
    job,
    sell,
    /** The same, and Amazon is to be told of it. */
    ask: async (quantity?: number) => {
      const order = await sell({ ...(quantity && { quantity }) })
      await fulfillOrder(orderFixture.ctx, { orderId: order.id, insists: false })
      return order
    },
    send: () => submitDueAttempts(job),
    follow: () => trackDueAttempts(job),
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
