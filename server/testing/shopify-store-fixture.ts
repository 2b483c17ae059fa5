import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { startShopify, type RunningShopify } from '#emulators/shopify/start-shopify.ts'
import { addVariant, createShop, gid, type NewVariant, type Shop } from '#emulators/shopify/state.ts'
import type { Order } from '#emulators/shopify/orders/order.ts'
import { createShopify } from '#server/integrations/website/shops.ts'
import type { ShopifySettings } from '#server/integrations/website/shopify/admin/settings.ts'
import type { ChannelConnection, Credentials, Offer } from '#server/ports/channel.ts'
import { bareConnection } from './channels.ts'

export type ShopifyStore = Awaited<ReturnType<typeof createShopifyStore>>

/**
 * A store on the stand-in and a channel that is connected to it. The clock advances only while somebody waits. At the end of the test no
 * call may have been invalid, and none throttled.
 */
export async function createShopifyStore(
  given: {
    shop?: Partial<Shop>
    limits?: 'shopify' | 'off'
    settings?: Partial<ShopifySettings>
    mayViolate?: true
  } = {},
) {
  const emulator = await startShopify({ limits: given.limits ?? 'shopify', speed: 0, isEmpty: true })
  const shop = createShop(emulator.state, emulator.clock.now(), { name: 'northfield', ...given.shop })
  onTestFinished(async () => {
    await emulator.stop()
    if (given.mayViolate) return
    expect(shop.stats.violations).toEqual([])
    expect(shop.stats.throttled).toBe(0)
  })
  const saved: Credentials[] = []
  const connection: ChannelConnection = {
    ...bareConnection,
    accountId: `${shop.name}.myshopify.com`,
    credentials: { clientId: shop.clientId, clientSecret: shop.clientSecret },
    saveCredentials: async ({ credentials }) => void saved.push(credentials),
    locationId: gid('Location', shop.locations[0]?.id ?? 0),
  }
  const settings: ShopifySettings = {
    shopifyUrl: `${emulator.url}/{shop}`,
    version: '1.0.0',
    fetch,
    timing: {
      now: () => emulator.clock.time(),
      async sleep(milliseconds) {
        emulator.clock.advance(milliseconds)
        // Lets calls in flight be answered, as real time would.
        await setImmediate()
      },
      limit: () => new AbortController().signal,
    },
    ...given.settings,
  }
  const open = () => createShopify(settings) as Required<ReturnType<typeof createShopify>>
  return {
    emulator,
    shop,
    connection,
    saved,
    channel: open(),
    /** The adapter of another process. */
    open,
    addVariant: (variant: NewVariant) => addVariant(emulator.state, shop, variant),
    control: (method: string, path: string, body?: object) => control(emulator, method, path, body),
    /** Places an order that has its work orders. */
    async placeOrder(order: object = {}) {
      const lines = [{ sku: shop.variants[0]?.sku, quantity: 1 }]
      const { id } = await control(emulator, 'POST', `shops/${shop.name}/orders`, { lines, ...order })
      await control(emulator, 'POST', 'clock', { advanceSeconds: emulator.state.routingSeconds })
      return shop.orders.find((one) => one.id === id) as Order
    },
  }
}

async function control({ url }: RunningShopify, method: string, path: string, body?: object) {
  const reply = await fetch(`${url}/_control/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as { id: number }
}

/** The offer of a variant's SKU; `known` is the quantity that the store was last seen to have. */
export function offerOf(
  { sku, id, inventoryItemId, productId }: ReturnType<typeof addVariant>,
  sellable: number,
  known: number | null,
  changes: Partial<Offer> = {},
): Offer {
  const refs = {
    variantGid: gid('ProductVariant', id),
    inventoryItemGid: gid('InventoryItem', inventoryItemId),
    productGid: gid('Product', productId),
  }
  return {
    sku: sku ?? '',
    externalId: String(id),
    items: [{ externalId: String(id), refs, quantity: known, version: `known: ${known}` }],
    title: 'Tee',
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
    groupId: String(productId),
    ...changes,
  }
}
