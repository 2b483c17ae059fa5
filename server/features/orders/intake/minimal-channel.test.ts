import { timingSafeEqual, createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { OrderData } from '#contract/intake.ts'
import { pushDueOffers } from '#server/features/channels/push/push-offers.ts'
import { NotUnderstood, type ChannelAdapter, type Offer } from '#server/ports/channel.ts'
import { createTestApp, noPorts } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { deliver } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import { testContext } from '#server/testing/stock-sync-fixture.ts'
import { processInbox } from './process-inbox.ts'

/**
 * The smallest channel adapter: everything that eBay, Etsy or the next channel has to implement. It signs with the secret
 * itself, has its own order format, and receives stock.
 */
function createMarketStall(heard: Offer[]): ChannelAdapter {
  return {
    verify: ({ headers }, { secrets }) => {
      const { 'stall-secret': shown = '', 'stall-slip': deliveryId = '' } = headers
      return secrets.some((secret) => timingSafeEqual(digest(secret), digest(shown)))
        ? { isGenuine: true, deliveryId, signature: 'by secret' }
        : { isGenuine: false, reason: 'The slip does not carry the stall’s secret.', signature: null }
    },
    read: ({ body, receivedAt }) => {
      const slip = Slip.safeParse(JSON.parse(body.toString()))
      if (!slip.success) throw new NotUnderstood('The slip does not say what was sold, or to whom.')
      const { number, sold, to } = slip.data
      const order = OrderData.parse({
        externalOrderId: number,
        items: sold.map(([sku, quantity, unitPrice]) => ({ sku, quantity, unitPrice })),
        shippingAddress: to,
      })
      return { kind: 'order', event: { eventType: 'order.created', eventAt: receivedAt, order } }
    },
    pushOffers: async (_connection, offers) => {
      heard.push(...offers)
      return []
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const Slip = z.object({
  number: z.string(),
  sold: z.array(z.tuple([z.string(), z.int(), z.string()])),
  to: z.object({ line1: z.string(), city: z.string(), postalCode: z.string(), country: z.string() }),
})

const received: Offer[] = []
let server: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  const channels = { ...noPorts.channels, standard: createMarketStall(received) }
  server = await createTestApp({ ports: { ...noPorts, channels } })
})
afterAll(() => server.close())

it('a channel adapter that verifies, parses and pushes gets everything else: inbox, orders, holds, attention, stock', async () => {
  const { db } = server.deps
  const { id: companyId } = await buildCompany(db)
  const ctx = testContext(server.deps, companyId)
  const stall = await buildChannel(server.deps, companyId, { config: { webhookUrl: 'https://stall.example.com' } })
  const { id: skuId } = await buildSku(db, companyId, { sku: 'JAM' })
  await countStock(db, companyId, skuId, { available: 5 })
  const send = (slip: string, content: object, secret = stall.webhookSecret) =>
    deliver(server.app, stall.id, {
      headers: { 'stall-secret': secret, 'stall-slip': slip },
      body: JSON.stringify(content),
    })
  const to = { line1: '1 Main St', city: 'Seattle', postalCode: '98101', country: 'US' }
  const order = { number: '7', sold: [['JAM', 2, '4.50']], to }

  expect((await send('slip-1', order)).statusCode).toBe(202)
  expect((await send('slip-1', order)).statusCode).toBe(200)
  expect((await send('slip-2', { number: '8' })).statusCode).toBe(202)
  expect((await send('slip-3', order, 'guessed')).statusCode).toBe(401)
  await processInbox(ctx)
  await pushDueOffers(ctx, { batchWindowMilliseconds: 0 })

  const ops = await server.as('ops', companyId)
  const [placed, ...others] = (await ops.get('/api/orders')).json()
  expect([placed, others]).toMatchObject([{ externalOrderId: '7', totalAmount: '9.00', status: 'placed' }, []])
  expect((await ops.get('/api/attention')).json()).toMatchObject([{ code: 'webhook_not_understood' }])
  expect(received.at(-1)).toMatchObject({ sku: 'JAM', sellable: 3 })
})
