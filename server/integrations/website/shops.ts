import { z } from 'zod'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { createClients } from './shopify/admin/client.ts'
import { inspectShop } from './shopify/admin/inspect.ts'
import { listItems as listVariants } from './shopify/admin/items.ts'
import { fetchOrder as fetchShopifyOrder, type KnownOrders, pollOrders as pollShopify } from './shopify/admin/orders.ts'
import { type LevelMemory, type PollTimes, pushOffers as pushToShopify } from './shopify/admin/push-offers.ts'
import { nameOrder as nameShopifyOrder, readAdminDelivery, verifyAdminDelivery } from './shopify/admin/read-delivery.ts'
import { reportToShopify } from './shopify/admin/report.ts'
import type { ShopifySettings } from './shopify/admin/settings.ts'
import * as shopifyWebhooks from './shopify/admin/webhooks.ts'
import { verifyWoocommerce } from './webhook-signatures.ts'
import { createWooClient, type WoocommerceSettings } from './woocommerce/client.ts'
import { consentUrl, inspect } from './woocommerce/inspect.ts'
import { listItems } from './woocommerce/items.ts'
import { fetchOrder, pollOrders } from './woocommerce/poll.ts'
import { pushOffers } from './woocommerce/push-offers.ts'
import { nameOrder as nameWooOrder, readConnectedWoocommerce } from './woocommerce/read-webhook.ts'
import { report } from './woocommerce/report.ts'
import { ensureWebhooks, removeWebhooks } from './woocommerce/webhooks.ts'

/** The adapters of shops that are connected by their API. */
export function createShops(settings: {
  shopify: ShopifySettings
  woocommerce: WoocommerceSettings
}): Record<'shopify_admin' | 'woocommerce_rest', ChannelAdapter> {
  return {
    woocommerce_rest: createWoocommerce(settings.woocommerce),
    shopify_admin: createShopify(settings.shopify),
  }
}

/** A WooCommerce shop that is connected by a key of its REST API (version 3). */
export const createWoocommerce = (settings: WoocommerceSettings) =>
  ({
    verify: verifyWoocommerce,
    sendsGreeting: true,
    read: readConnectedWoocommerce,
    readsOrdersBeforePush: true,
    poll: (connection, cursor) => pollOrders(settings, connection, cursor),
    fetchOrder: (connection, externalOrderId) => fetchOrder(settings, connection, externalOrderId),
    nameOrder: nameWooOrder,
    listItems: (connection, cursor) => listItems(settings, connection, cursor),
    pushOffers: (connection, offers) => pushOffers(settings, connection, offers),
    report: (connection, message) => report(settings, connection, message),
    inspect: (connection) => inspect(settings, connection),
    consentUrl,
    ensureWebhooks: (connection, target) => ensureWebhooks(settings, connection, target),
    removeWebhooks: (connection, target) => removeWebhooks(settings, connection, target),
    async test(connection) {
      await createWooClient(settings, connection).get('wc/v3/orders', { per_page: '1', _fields: 'id' }, z.unknown())
    },
  }) satisfies ChannelAdapter

/** The channel adapter for a Shopify store that is connected by an app of its own, through the Admin API. */
export function createShopify(settings: ShopifySettings): ChannelAdapter {
  const clientOf = createClients(settings)
  const known: KnownOrders = new Map()
  const memory: LevelMemory = new Map()
  const polls: PollTimes = new Map()
  return {
    verify: verifyAdminDelivery,
    read: readAdminDelivery,
    async poll(connection, cursor) {
      const client = clientOf(connection)
      const startedAt = client.timing.now()
      const page = await pollShopify(client, connection, known, cursor)
      if (!page.hasMore) polls.set(connection.channelId, startedAt)
      return page
    },
    fetchOrder: async (connection, reference) => fetchShopifyOrder(clientOf(connection), connection, known, reference),
    nameOrder: nameShopifyOrder,
    pushOffers: async (connection, offers) =>
      pushToShopify(clientOf(connection), connection, { memory, polls }, offers),
    readsOrdersBeforePush: true,
    report: async (connection, message) => reportToShopify(clientOf(connection), connection, message),
    async test(connection) {
      await clientOf(connection).ask('shopCurrency', {}, z.object({ shop: z.object({ currencyCode: z.string() }) }))
    },
    inspect: async (connection) => inspectShop(clientOf(connection), connection),
    ensureWebhooks: async (connection, target) =>
      shopifyWebhooks.ensureWebhooks(clientOf(connection), connection, target),
    removeWebhooks: async (connection, target) => shopifyWebhooks.removeWebhooks(clientOf(connection), target),
    listItems: async (connection, cursor) => listVariants(clientOf(connection), connection, cursor),
  }
}
