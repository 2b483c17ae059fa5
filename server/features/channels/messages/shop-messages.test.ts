import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { packageItems, packages } from '#server/platform/db/schema/fulfillment.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { OrderGone } from '#server/ports/channel.ts'
import { FakeShop } from '#server/testing/fake-connected-shop.ts'
import { buildFulfillment, buildOrderWithLines } from '#server/testing/stock.ts'
import { enqueueChannelMessage } from './enqueue-message.ts'
import { sendMessages } from './send-messages.ts'

let fixture: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => void (fixture = await createTestDeps()))
afterAll(() => fixture.close())

const login = JSON.stringify({ consumerKey: 'ck_1234567890', consumerSecret: 'cs_right-secret' })

/** A connected shop with an order of two units of one SKU. */
async function openShop(credentials: string | null = login) {
  const clock = manualClock()
  const shop = new FakeShop('woocommerce', 'https://shop.example', 'cs_right-secret')
  const deps = { ...fixture.deps, clock, ports: shop.ports }
  const { id: companyId } = await buildCompany(deps.db)
  const ctx = companyContext(deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, companyId)
  const channel = await buildChannel(deps, companyId, {
    type: 'woocommerce',
    accountId: shop.account.accountId,
    credentials,
  })
  const sku = await buildSku(deps.db, companyId)
  const lines = [{ skuId: sku.id, quantity: 2 }]
  const order = await buildOrderWithLines(deps.db, companyId, lines, { channelId: channel.id })
  const { id: fulfillmentId } = await buildFulfillment(deps.db, companyId, order)
  const [line] = order.items
  return {
    ctx,
    clock,
    shop,
    channelId: channel.id,
    send: () => sendMessages(ctx),
    /** A parcel with one unit is reported, as the fulfillment does it. */
    report: (number: number) =>
      ctx.transaction(async (tx) => {
        const id = newId()
        const items = [{ sku: line?.sku ?? '', externalItemId: null, quantity: 1 }]
        await enqueueChannelMessage(tx, ctx, {
          orderId: order.id,
          type: 'order.shipped',
          cause: String(number),
          shipments: [{ carrier: 'UPS', trackingNumber: `1Z${number}`, items }],
        })
        const parcel = { companyId, id, fulfillmentId, packageNumber: String(number), reportedAt: clock.now() }
        await tx.insert(packages).values(parcel)
        await tx.insert(packageItems).values({ companyId, packageId: id, orderItemId: line?.id ?? '', quantity: 1 })
      }),
  }
}

it('a shop is told with each parcel whether units of the order remain, also when both are sent together', async () => {
  const { report, send, shop } = await openShop()
  await report(1)
  await report(2)
  expect(await send()).toEqual({ delivered: 2, failed: 0 })
  expect(shop.messages.map(({ shipments, leavesRest }) => [shipments[0]?.trackingNumber, leavesRest])).toEqual([
    ['1Z1', true],
    ['1Z2', false],
  ])
})

it('an order that the shop no longer has is taken in as cancelled, and nobody is asked to send the message again', async () => {
  const { ctx, report, send, shop } = await openShop()
  shop.failure = new OrderGone('It was deleted.')
  await report(1)
  expect(await send()).toEqual({ delivered: 0, failed: 1 })
  const [delivery, ...others] = await ctx.transaction((tx) => tx.select().from(webhookEvents))
  expect(others).toEqual([])
  expect(delivery).toMatchObject({ source: 'api', isVerified: true, isProcessed: false })
  expect(await ctx.transaction((tx) => tx.select().from(attentionItems))).toEqual([])
  await processInbox(ctx)
  const [order] = await ctx.transaction((tx) => tx.select().from(orders))
  const raised = await ctx.transaction((tx) => tx.select().from(attentionItems))
  expect([order?.status, raised.map(({ code }) => code)]).toMatchObject([expect.any(String), ['cancelled_by_channel']])
})

it('a shop that is disconnected is told once it is connected again', async () => {
  const { ctx, clock, report, send, shop, channelId } = await openShop()
  const [stored] = await ctx.transaction((tx) => tx.select().from(channels).where(eq(channels.id, channelId)))
  const setCredentials = (credentials: string | null) =>
    ctx.transaction((tx) => tx.update(channels).set({ credentials }).where(eq(channels.id, channelId)))
  await setCredentials(null)
  await report(1)
  expect(await send()).toEqual({ delivered: 0, failed: 1 })
  expect(shop.calls).toEqual([])
  await setCredentials(stored?.credentials ?? null)
  clock.advance(10)
  expect(await send()).toEqual({ delivered: 1, failed: 0 })
})
