import { startShopify } from '#emulators/shopify/start-shopify.ts'
import type { Order } from '#emulators/shopify/orders/order.ts'
import { sendDueWebhooks } from '#emulators/shopify/webhooks.ts'
import { addVariant, createShop, type LevelChange } from '#emulators/shopify/state.ts'
import { command, type EmulatedShop } from './emulated-shop.ts'
import type { ShownLevel } from './shown-levels.ts'

/** Tries after which Shopify gives up a webhook and deletes its subscription. */
const tries = 8

/** Points of a store on Shopify Plus: one with hundreds of orders within minutes is on that plan. */
const plus = { available: 20_000, maximum: 20_000, restoreRate: 1_000 }

/** A Shopify store with one variant for each SKU. */
export async function startShopifyStore(skus: ReadonlyMap<string, number>): Promise<EmulatedShop> {
  const emulator = await startShopify({ limits: 'shopify', isEmpty: true })
  const { state, clock, url } = emulator
  // Work orders are there at once, so that an order can be put on hold as soon as it is placed.
  state.routingSeconds = 0
  const shop = createShop(state, clock.now(), {
    name: 'northfield',
    bucket: { ...plus, at: clock.now().toISOString() },
  })
  for (const [sku, available] of skus) addVariant(state, shop, { sku, productTitle: sku, available })
  const [location] = shop.locations
  const act = (id: string, verb: string, body: object = {}) =>
    command<void>(url, 'POST', `shops/${shop.name}/orders/${id}/${verb}`, body)
  return {
    vendor: 'shopify',
    env: { SHOPIFY_URL: `${url}/{shop}` },
    connect: {
      path: '/api/channels/connect/shopify',
      body: { shopDomain: shop.name, clientId: shop.clientId, clientSecret: shop.clientSecret },
    },
    reservesUnpaid: true,
    levelOf: (sku) => shop.variants.find((variant) => variant.sku === sku)?.levels[location?.id ?? 0]?.available ?? 0,
    async place(lines, as) {
      const financialStatus = as === 'unpaid' ? 'PENDING' : 'PAID'
      const path = `shops/${shop.name}/orders`
      const { id, createdAt } = await command<Order>(url, 'POST', path, { lines, financialStatus })
      if (as === 'held') await act(String(id), 'hold')
      return { id: String(id), at: Date.parse(createdAt) }
    },
    pay: (id) => act(id, 'financial-status', { status: 'PAID' }),
    hold: (id) => act(id, 'hold'),
    release: (id) => act(id, 'release'),
    cancel: (id) => act(id, 'cancel'),
    refundOne: (id) => act(id, 'refund', { lineIndex: 0, quantity: 1 }),
    async disturb({ lost, doubled, late, lateSeconds }) {
      await command(url, 'PUT', 'mishaps', { lostShare: lost, doubledShare: doubled, lateShare: late, lateSeconds })
    },
    async endRetries() {
      for (let count = 0; count < tries; count += 1) {
        for (const delivery of shop.deliveries) delivery.dueAt = clock.now().toISOString()
        await sendDueWebhooks(shop, clock.now())
      }
    },
    countWebhooks: () => shop.subscriptions.length,
    logOf: (channelId) => ({ name: 'Shopify', channelId, ordersReadAt: null, levels: shop.levelLog.map(toShownLevel) }),
    reportedParcels: () =>
      shop.orders.flatMap(({ id, fulfillments }) =>
        fulfillments.map(({ tracking }) => ({ externalOrderId: String(id), trackingNumber: tracking.number ?? '' })),
      ),
    invalidCalls: () => shop.stats.violations,
    stop: emulator.stop,
  }
}

const toShownLevel = ({ at, sku, available, by }: LevelChange): ShownLevel => ({
  at: Date.parse(at),
  sku: sku ?? '',
  quantity: available,
  isOurs: by === 'app',
})
