import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChannelHealth } from '#contract/channel-connect.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { channelItems, listings, offerChanges } from '#server/platform/db/schema/channels.ts'
import { channelDeliveries, webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { FakeShop } from '#server/testing/fake-connected-shop.ts'
import { buildOrderWithLines } from '#server/testing/stock.ts'

const clock = manualClock()
const shop = new FakeShop('woocommerce', 'https://shop.example', 'cs_right-secret')
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => void (server = await createTestApp({ clock, ports: shop.ports })))
afterAll(() => server.close())

it('counts what waits, what was matched and what the shop confirmed, of this channel alone', async () => {
  const { db } = server.deps
  const { id: companyId } = await buildCompany(db)
  const given = {
    type: 'woocommerce',
    credentials: '{}',
    lastHeardAt: clock.now(),
    config: { pushesStock: true },
  } as const
  const own = await buildChannel(server.deps, companyId, { ...given, accountId: 'https://a.example' })
  const other = await buildChannel(server.deps, companyId, { ...given, accountId: 'https://b.example' })
  const skus = [await buildSku(db, companyId), await buildSku(db, companyId), await buildSku(db, companyId)]
  const [first, second, third] = skus.map(({ id }) => id) as [string, string, string]
  const waited = new Date(clock.now().getTime() - 60_000)
  for (const { id: channelId } of [own, other]) {
    const line = [{ skuId: first, quantity: 1 }]
    const order = await buildOrderWithLines(db, companyId, line, { channelId, channelHold: 'on_hold' })
    await db.inCompany(companyId, async (tx) => {
      await tx.execute(sql`delete from offer_changes where channel_id = ${channelId}`)
      await tx.insert(offerChanges).values([
        { companyId, channelId, skuId: second, changedAt: waited },
        { companyId, channelId, skuId: third, changedAt: clock.now() },
      ])
      await tx.insert(listings).values([
        { companyId, channelId, skuId: first, syncStatus: 'synced' },
        { companyId, channelId, skuId: second, syncStatus: 'failed' },
      ])
      const item = { companyId, channelId, title: 'Tee' }
      await tx.insert(channelItems).values([
        { ...item, externalId: '1', skuId: first, matchedBy: 'sku' },
        { ...item, externalId: '2', isIgnored: true },
        { ...item, externalId: '3' },
        { ...item, externalId: '4', removedAt: clock.now() },
      ])
      const delivery = { companyId, channelId, isVerified: true, payload: 'sealed', createdAt: waited }
      await tx.insert(webhookEvents).values([
        { ...delivery, id: newId(), deliveryId: '1' },
        { ...delivery, id: newId(), deliveryId: '2', error: 'The city is missing.' },
        { ...delivery, id: newId(), deliveryId: '3', isProcessed: true },
      ])
      const message = { companyId, channelId, orderId: order.id, eventType: 'order.shipped', payload: '', url: 'x' }
      await tx.insert(channelDeliveries).values([
        { ...message, id: newId(), eventKey: '1', createdAt: waited, nextAttemptAt: clock.now() },
        { ...message, id: newId(), eventKey: '2', status: 'failed' },
      ])
      const raised = { code: 'push_back_failed', reason: 'Refused.', raisedAt: clock.now() } as const
      await tx.insert(attentionItems).values({ companyId, id: newId(), orderId: order.id, ...raised })
    })
  }
  const reader = await server.as('readonly', companyId)
  const reply = await reader.get(`/api/channels/${own.id}/health`)
  expect(reply.statusCode, reply.body).toBe(200)
  const since = waited.toISOString()
  expect(reply.json<ChannelHealth>()).toEqual({
    state: 'attention',
    notes: [
      'The status of 1 order could not be reported to the channel. See the order under Orders › Needs attention.',
      '1 delivery could not be read. See the channel’s deliveries.',
      'The channel refused 1 SKU. See the channel’s listings.',
    ],
    lastHeardAt: clock.now().toISOString(),
    lastPolledAt: null,
    lastConfirmedAt: null,
    webhooksCheckedAt: null,
    credentialsExpireAt: null,
    itemsReadAt: null,
    isReadingItems: false,
    waiting: {
      offers: 2,
      oldestOfferAt: since,
      messages: 1,
      oldestMessageAt: since,
      deliveries: 1,
      oldestDeliveryAt: since,
      heldOrders: 1,
    },
    items: { total: 3, matched: 1, ignored: 1, suggested: 0, unmatched: 1 },
    offers: { synced: 1, sent: 0, pending: 1, failed: 1, notListed: 0 },
  })
})
