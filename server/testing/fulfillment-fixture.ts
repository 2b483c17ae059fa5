import { and, asc, eq, isNull } from 'drizzle-orm'
import { decryptMessage } from '#server/features/channels/messages/enqueue-message.ts'
import { holdUnits } from '#server/features/inventory/holds.ts'
import { dismissAttention } from '#server/features/orders/actions/dismiss-attention.ts'
import { trackDueAttempts } from '#server/features/orders/fulfillment/track-fulfillments.ts'
import { fulfillOrder } from '#server/features/orders/fulfillment/request-fulfillment.ts'
import { sellerFulfillmentOrderId } from '#server/features/orders/fulfillment/amazon-order-id.ts'
import { submitDueAttempts } from '#server/features/orders/fulfillment/submit-attempts.ts'
import { companyContext, type Deps, noOrigin } from '#server/platform/context.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { fulfillmentItems, fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { createTestDeps, manualClock, noPorts } from './app.ts'
import { buildSku } from './builders.ts'
import { buildChannel } from './channels.ts'
import { FakeFulfillment } from './fake-fulfillment.ts'
import { type buildOrder, createOrderFixture } from './order-fixture.ts'
import { buildAccount } from './stock-sync-fixture.ts'
import { countStock } from './stock.ts'

/** Dependencies with a fake Amazon and a manual clock, for tests of submitting orders. */
export async function createSubmissionFixture() {
  const clock = manualClock()
  const amazon = new FakeFulfillment(clock)
  const test = await createTestDeps({ clock, ports: { ...noPorts, fulfillment: amazon } })
  return { ...test, clock, amazon, company: () => openSubmissionCompany(test.deps) }
}

export type SubmissionFixture = Awaited<ReturnType<typeof createSubmissionFixture>>

export type SubmissionCompany = Awaited<ReturnType<typeof openSubmissionCompany>>

type Sold = Parameters<typeof buildOrder>[2] & { quantity?: number }

/** A company with an Amazon account and ten units of a SKU there. */
export async function openSubmissionCompany(deps: Deps) {
  const orderFixture = await createOrderFixture(deps)
  const { companyId } = orderFixture
  const { id: skuId, sku } = await buildSku(deps.db, companyId, { stockHolder: 'amazon' })
  await countStock(deps.db, companyId, skuId, { available: 10 })
  const accountId = await buildAccount(deps, companyId)
  const job = companyContext(deps, { actor: { type: 'job', name: 'orders.send' }, origin: noOrigin }, companyId)
  const { transaction } = orderFixture.ctx
  /** Builds an order of that SKU with held units. */
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
    /** The same, with a requested fulfillment. */
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

export type SoldOrder = Awaited<ReturnType<SubmissionCompany['sell']>>

export type TrackingFixture = Awaited<ReturnType<typeof createTrackingFixture>>

export const externalIdOf = (order: SoldOrder, attempt = 1) => sellerFulfillmentOrderId(order, attempt)

export const line = ({ items }: SoldOrder, quantity: number) => ({
  itemId: items[0]?.id ?? '',
  sku: items[0]?.sku ?? '',
  quantity,
})

/** A company whose orders are at Amazon, with everything that status updates write. */
export async function createTrackingFixture({ company: openCompany, clock, deps }: SubmissionFixture) {
  const company = await openCompany()
  const { ctx, companyId, skuId } = company
  return {
    ...company,
    /** An order (or some units of it) that Amazon has accepted. */
    sent: async ({ quantity = 2, items }: { quantity?: number; items?: number } = {}): Promise<SoldOrder> => {
      const config = { webhookUrl: 'https://shop.example/hooks' }
      const { id: channelId } = await buildChannel(deps, companyId, { config })
      const order = await company.sell({ quantity, channelId })
      const chosen = items ? [{ orderItemId: order.items[0]?.id ?? '', quantity: items }] : undefined
      await fulfillOrder(ctx, { orderId: order.id, insists: false, items: chosen })
      await company.send()
      return order
    },
    /** Advances the clock by half a minute and polls Amazon. */
    track: async (seconds = 31) => {
      clock.advance(seconds)
      await company.follow()
    },
    attemptOf: async ({ id }: SoldOrder) => (await company.attempts(id)).at(-1),
    openCodes: async ({ id }: SoldOrder) =>
      (await company.attention(id)).filter(({ resolvedAt }) => !resolvedAt).map(({ code }) => code),
    dismiss: async ({ id }: SoldOrder) => {
      const [item] = await ctx.transaction((tx) =>
        tx
          .select()
          .from(attentionItems)
          .where(and(eq(attentionItems.orderId, id), isNull(attentionItems.resolvedAt))),
      )
      await dismissAttention(ctx, { attentionId: item?.id ?? '', reason: 'Refunded' })
    },
    level: async () => {
      const [row] = await ctx.transaction((tx) => tx.select().from(stockLevels).where(eq(stockLevels.skuId, skuId)))
      return { held: row?.qtyHeld, free: row?.qtyFree }
    },
    /** Records Amazon's count as read this many seconds from now. */
    count: (available: number, seconds = 0) =>
      countStock(deps.db, companyId, skuId, { available, readAt: new Date(clock.now().getTime() + seconds * 1000) }),
    channelMessages: async ({ id }: SoldOrder) => {
      const rows = await ctx.transaction((tx) =>
        tx.select().from(channelDeliveries).where(eq(channelDeliveries.orderId, id)).orderBy(asc(channelDeliveries.id)),
      )
      return rows.map((row) => ({ type: row.eventType, ...decryptMessage(ctx, row.id, row.payload) }))
    },
    notified: async ({ id }: SoldOrder) => {
      const rows = await ctx.transaction((tx) => tx.select().from(notifications).where(eq(notifications.orderId, id)))
      const open = (row: (typeof rows)[number]) =>
        deps.vault.decrypt(row.message, `notifications.message:${companyId}:${row.id}`)
      return rows
        .filter(({ method }) => method === 'sms')
        .map((row) => [row.type, open(row).split(': ').slice(1).join(': ')])
    },
  }
}
