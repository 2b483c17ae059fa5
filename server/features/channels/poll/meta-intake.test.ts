import { expect, onTestFinished, test } from 'vitest'
import { fetchOrders } from '#server/features/orders/intake/fetch-orders.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createTestApp, noPorts } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import {
  accountId,
  catalogId,
  control,
  createMetaShopFixture,
  placeOrder,
  token,
} from '#server/testing/meta-shop-fixture.ts'
import { pollChannel } from './poll-channels.ts'

const verifyToken = 'the token that Meta shows when it subscribes'

/** The product with a Meta channel to which the emulator sends its webhooks. */
async function connectShop() {
  const { meta, channel: meta_shops } = await createMetaShopFixture()
  const ports = { ...noPorts, channels: { ...noPorts.channels, meta_shops } }
  const { deps, app, close } = await createTestApp({ clock: meta.clock, ports })
  onTestFinished(close)
  const { id: companyId } = await buildCompany(deps.db)
  const ctx = companyContext(deps, { actor: { type: 'job', name: 'orders.take-in' }, origin: noOrigin }, companyId)
  const { id: channelId } = await buildChannel(deps, companyId, {
    type: 'meta_shops',
    accessToken: token,
    webhookSecret: verifyToken,
    config: { commerceAccountId: accountId, catalogId },
  })
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  await control(meta, 'PUT', 'subscription', { url: `${address}/api/webhooks/${channelId}`, verifyToken })
  const ingestAll = async () => {
    await processInbox(ctx)
    await fetchOrders(ctx)
    await pollChannel(ctx, { channelId })
    await processInbox(ctx)
    return ctx.transaction((tx) => tx.select().from(orders))
  }
  return { meta, ingestAll }
}

test('orders that Meta sends, sends twice or does not send exist once each, and a cancelled one stays cancelled', async () => {
  const { meta, ingestAll } = await connectShop()
  const externalOrderId = await placeOrder(meta)
  expect(meta.state.deliveries).toMatchObject([{ answered: 202 }])
  expect(await ingestAll()).toMatchObject([{ externalOrderId, status: 'placed', total: '54.60' }])

  meta.clock.advance(60_000)
  await control(meta, 'POST', `shops/${accountId}/orders/${externalOrderId}/cancel`)
  expect(await ingestAll()).toMatchObject([{ externalOrderId, status: 'cancelled' }])

  await control(meta, 'DELETE', 'subscription')
  const notSent = await placeOrder(meta)
  const all = await ingestAll()
  expect(Object.fromEntries(all.map((order) => [order.externalOrderId, order.status]))).toEqual({
    [externalOrderId]: 'cancelled',
    [notSent]: 'placed',
  })
  expect(all).toHaveLength(2)
})
