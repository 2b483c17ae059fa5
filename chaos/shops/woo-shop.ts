import { newProduct } from '#emulators/woocommerce/first-shop.ts'
import { startWoocommerce } from '#emulators/woocommerce/start-woocommerce.ts'
import { createShop, type Order, type OrderStatus, type StockEntry } from '#emulators/woocommerce/state.ts'
import { command, tryCommand, type EmulatedShop, type ReportedParcel } from './emulated-shop.ts'
import type { ShownLevel } from './shown-levels.ts'

const statusOf = { paid: 'processing', held: 'on-hold', unpaid: 'pending' } as const satisfies Record<
  string,
  OrderStatus
>

/** A WooCommerce shop with one simple product for each SKU. */
export async function startWooShop(skus: ReadonlyMap<string, number>): Promise<EmulatedShop> {
  const firstId = 11
  const products = [...skus].map(([sku, stockQuantity], index) =>
    newProduct({ id: firstId + index, name: sku, sku, stockQuantity }),
  )
  const shop = createShop({ slug: 'alder-and-pine', name: 'Alder', products, lastId: firstId + products.length })
  const emulator = await startWoocommerce({ shops: [shop] })
  const { url, state } = emulator
  state.queueSeconds = 1
  const productOf = (sku: string) => products.find((product) => product.sku === sku)
  const skuOf = (productId: number) => products.find(({ id }) => id === productId)?.sku ?? ''
  const act = (id: string, verb: string, body: object = {}) =>
    command<void>(url, 'POST', `shops/${shop.slug}/orders/${id}/${verb}`, body)
  const setStatus = (id: string, status: OrderStatus) => act(id, 'status', { status })
  const [key] = shop.keys
  return {
    vendor: 'woocommerce',
    env: {},
    connect: {
      path: '/api/channels/connect/woocommerce',
      body: { siteUrl: `${url}/${shop.slug}`, consumerKey: key?.key, consumerSecret: key?.secret },
    },
    reservesUnpaid: false,
    levelOf: (sku) => productOf(sku)?.stockQuantity ?? 0,
    async place(lines, as) {
      const given = lines.map(({ sku, quantity }) => ({ productId: productOf(sku)?.id, quantity }))
      const body = { lines: given, status: statusOf[as] }
      const begin = emulator.clock.time()
      const placed = await tryCommand<{ id: number }>(url, 'POST', `shops/${shop.slug}/orders`, body)
      const taken = placed && shop.stockLog.findLast(({ why }) => why.startsWith(`order ${placed.id} `))
      return placed && { id: String(placed.id), at: taken ? Date.parse(taken.at) : begin }
    },
    pay: (id) => setStatus(id, 'processing'),
    hold: (id) => setStatus(id, 'on-hold'),
    release: (id) => setStatus(id, 'processing'),
    cancel: (id) => setStatus(id, 'cancelled'),
    async refundOne(id) {
      const line = shop.orders.find((order) => String(order.id) === id)?.lines[0]?.id
      await act(id, 'refund', { line, quantity: 1 })
    },
    async disturb({ lost, doubled, late, lateSeconds }) {
      await command(url, 'PUT', 'disturbance', { lost, doubled, late, lateSeconds })
    },
    // WooCommerce repeats nothing: what waits is sent once.
    endRetries: () => emulator.emulator.catchUp(),
    countWebhooks: () => shop.webhooks.filter(({ status }) => status === 'active').length,
    logOf: (channelId) => ({
      name: 'WooCommerce',
      channelId,
      ordersReadAt: shop.orderReadings.map((at) => Date.parse(at)),
      levels: shop.stockLog.map((entry) => toShownLevel(entry, skuOf(entry.productId))),
    }),
    reportedParcels: () => shop.orders.flatMap(parcelsIn),
    invalidCalls: () => state.violations.map(({ request, why }) => `${request}: ${why}`),
    stop: emulator.stop,
  }
}

/** Shops without WooCommerce's fulfillments are told by a note to the customer. */
const parcelsIn = ({ id, notes }: Order): ReportedParcel[] =>
  notes.flatMap(({ note, isForCustomer }) => {
    const trackingNumber = isForCustomer ? /tracking number (\S+?)[.:](?:\s|$)/.exec(note)?.[1] : undefined
    return trackingNumber ? [{ externalOrderId: String(id), trackingNumber }] : []
  })

const toShownLevel = ({ at, quantity, why }: StockEntry, sku: string): ShownLevel => ({
  at: Date.parse(at),
  sku,
  quantity: quantity ?? 0,
  isOurs: why === 'API',
})
