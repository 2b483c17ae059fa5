import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { firstShop } from '#emulators/woocommerce/first-shop.ts'
import { type NewOrder, placeOrder } from '#emulators/woocommerce/orders/order-actions.ts'
import { startWoocommerce } from '#emulators/woocommerce/start-woocommerce.ts'
import type { Order, Shop } from '#emulators/woocommerce/state.ts'
import type { ChannelConnection, Offer, OutgoingMessage, ParsedDelivery, RawDelivery } from '#server/ports/channel.ts'
import { bareConnection } from './channels.ts'
import { createWoocommerce } from '#server/integrations/website/shops.ts'

/**
 * A shop on the emulator, whose clock advances only when a test says so, and the channel connected to it. At the end of the test no call may
 * have been invalid.
 */
export async function createWooFixture(changes: Partial<Shop> = {}, timeoutMilliseconds = 5_000) {
  const shop = { ...firstShop(), ...changes }
  const woo = await startWoocommerce({ speed: 0, shops: [shop] })
  woo.state.queueSeconds = 0
  onTestFinished(async () => {
    await woo.stop()
    expect(woo.state.violations).toEqual([])
  })
  const adapter = createWoocommerce({
    version: '1.0.0',
    allowsLoopback: true,
    clock: woo.clock,
    timeoutMilliseconds,
  })
  const [key] = shop.keys
  const connection: ChannelConnection = {
    ...bareConnection,
    accountId: `${woo.url}/${shop.slug}`,
    credentials: { consumerKey: key?.key ?? '', consumerSecret: key?.secret ?? '' },
    state: { currency: 'USD', managesStock: true },
  }
  const call = () => ({ emulator: woo.emulator, shop, now: woo.clock.now() })
  return {
    woo,
    shop,
    adapter,
    connection,
    call,
    place: (given: NewOrder): Order => placeOrder(call(), given),
    /** Polls to the end and reads what was found; `next` is where the following poll begins. */
    async poll(cursor: string | null) {
      const readings: ParsedDelivery[] = []
      const ids: string[] = []
      for (let at = cursor; ;) {
        const page = await adapter.poll(connection, at)
        ids.push(...page.found.map(({ deliveryId }) => deliveryId))
        readings.push(...page.found.map(({ body }) => adapter.read({ headers: {}, body })))
        if (!page.hasMore) return { readings, ids, next: page.cursor }
        at = page.cursor
      }
    },
  }
}

/** A server that records webhooks and answers with the given status. */
export async function listenForWebhooks(answer = { status: 200 }) {
  const received: RawDelivery[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      received.push({ headers, body: Buffer.concat(parts), receivedAt: new Date() })
      response.writeHead(answer.status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, answer }
}

export const wooOffer = (sku: string, productId: number, sellable: number, changes: Partial<Offer> = {}): Offer => ({
  sku,
  externalId: null,
  items: [{ externalId: String(productId), refs: { productId: String(productId) }, quantity: null }],
  title: 'Mill',
  description: '',
  brand: '',
  category: '',
  price: null,
  compareAtPrice: null,
  currency: 'USD',
  sellable,
  isVisible: true,
  imageUrls: [],
  link: null,
  groupId: 'g',
  ...changes,
})

export const shippedMessage = (orderId: number, changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: '0199a1b2-0000-7000-8000-000000000001',
  type: 'order.shipped',
  at: new Date('2026-09-20T10:15:00Z'),
  order: { externalOrderId: String(orderId), orderNumber: 'LS-10001', status: 'shipped' },
  shipments: [{ carrier: 'UPS', trackingNumber: '1Z999', items: [] }],
  reason: null,
  ...changes,
})
