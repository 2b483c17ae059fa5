import { createHmac, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { WebsitePlatform } from '#contract/channel-values.ts'
import type { App } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'

export type ShopOrder = { externalOrderId: string; lines: readonly ShopLine[] }

export type ShopLine = { sku: string; quantity: number; unitPrice: string }

export type Shop = { id: string; platform: WebsitePlatform; webhookSecret: string; apiKey: string }

/** A request without the server's origin. */
export type ShopRequest = { path: string; headers: Record<string, string>; body: string }

/** The webhook of an order in the format and with the signature of the shop's platform. */
export const webhookOf = (shop: Shop, order: ShopOrder, deliveryId: string = randomUUID()): ShopRequest =>
  signedWebhook(shop, JSON.stringify(payloadBuilders[shop.platform](order)), deliveryId)

/** A webhook with any body, signed by the shop. */
export function signedWebhook(shop: Shop, body: string, deliveryId: string = randomUUID()): ShopRequest {
  const headers = { 'content-type': 'application/json', ...signatures[shop.platform](shop, body, deliveryId) }
  return { path: `/api/webhooks/${shop.id}`, headers, body }
}

/** The same order as a call of the public API. */
export const apiCallOf = ({ apiKey }: Shop, order: ShopOrder): ShopRequest => ({
  path: '/api/v1/orders',
  headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify(dataOf(order)),
})

type SignRequest = (shop: Shop, body: string, deliveryId: string) => Record<string, string>

/** WooCommerce and Shopify use the secret's text as the HMAC key. */
const hmacOf = ({ webhookSecret }: Shop, body: string) =>
  createHmac('sha256', webhookSecret).update(body).digest('base64')

const signatures: Record<WebsitePlatform, SignRequest> = {
  standard: ({ webhookSecret }, body, deliveryId) => {
    const now = new Date()
    return {
      'webhook-id': deliveryId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(webhookSecret).sign(deliveryId, now, body),
    }
  },
  woocommerce: (shop, body, deliveryId) => ({
    'x-wc-webhook-source': 'https://shop.example.com/',
    'x-wc-webhook-topic': 'order.created',
    'x-wc-webhook-resource': 'order',
    'x-wc-webhook-event': 'created',
    'x-wc-webhook-signature': hmacOf(shop, body),
    'x-wc-webhook-id': '7',
    'x-wc-webhook-delivery-id': deliveryId,
  }),
  shopify: (shop, body, deliveryId) => ({
    'x-shopify-topic': 'orders/create',
    'x-shopify-hmac-sha256': hmacOf(shop, body),
    'x-shopify-shop-domain': 'shop.example.com',
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': deliveryId,
    'x-shopify-event-id': deliveryId,
    'x-shopify-triggered-at': placedAt,
  }),
}

/** An hour ago, in seconds: the product refuses bodies of WooCommerce and Shopify that are a month old. */
const placedAt = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`

/** WooCommerce writes times in UTC without a time zone. */
const placedAtGmt = placedAt.slice(0, -1)

const dataOf = ({ externalOrderId, lines }: ShopOrder) => ({
  externalOrderId,
  placedAt,
  currency: 'USD',
  customer: { email: `buyer-${externalOrderId}@example.com`, firstName: 'Ana', lastName: 'Ruiz' },
  shippingAddress: { line1: '1 Main St', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
  items: lines.map(({ sku, quantity, unitPrice }) => ({ sku, quantity, unitPrice })),
  total: totalOf(lines),
})

const totalOf = (lines: readonly ShopLine[]) =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * Number(unitPrice), 0).toFixed(2)

const payloadBuilders: Record<WebsitePlatform, (order: ShopOrder) => object> = {
  standard: (order) => ({ type: 'order.created', timestamp: placedAt, data: dataOf(order) }),
  woocommerce: ({ externalOrderId, lines }) => {
    const address = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      company: '',
      address_1: '1 Main St',
      address_2: '',
      city: 'Seattle',
      state: 'WA',
      postcode: '98101',
      country: 'US',
    }
    return {
      id: Number(externalOrderId),
      number: externalOrderId,
      status: 'processing',
      currency: 'USD',
      date_created_gmt: placedAtGmt,
      date_modified_gmt: placedAtGmt,
      discount_total: '0.00',
      shipping_total: '0.00',
      total_tax: '0.00',
      total: totalOf(lines),
      prices_include_tax: false,
      billing: { ...address, email: `buyer-${externalOrderId}@example.com`, phone: '' },
      shipping: { ...address, phone: '' },
      line_items: lines.map(({ sku, quantity, unitPrice }, index) => ({
        id: index + 1,
        name: sku,
        product_id: 100 + index,
        variation_id: 0,
        quantity,
        sku,
        price: Number(unitPrice),
        subtotal: (quantity * Number(unitPrice)).toFixed(2),
        total: (quantity * Number(unitPrice)).toFixed(2),
      })),
      shipping_lines: [],
      coupon_lines: [],
      refunds: [],
    }
  },
  shopify: ({ externalOrderId, lines }) => ({
    id: Number(externalOrderId),
    name: `#${externalOrderId}`,
    test: false,
    email: `buyer-${externalOrderId}@example.com`,
    created_at: placedAt,
    updated_at: placedAt,
    processed_at: placedAt,
    cancelled_at: null,
    financial_status: 'paid',
    fulfillment_status: null,
    currency: 'USD',
    taxes_included: false,
    subtotal_price: totalOf(lines),
    total_discounts: '0.00',
    total_tax: '0.00',
    total_price: totalOf(lines),
    total_shipping_price_set: { shop_money: { amount: '0.00', currency_code: 'USD' } },
    discount_codes: [],
    shipping_lines: [],
    customer: { first_name: 'Ana', last_name: 'Ruiz' },
    shipping_address: {
      first_name: 'Ana',
      last_name: 'Ruiz',
      address1: '1 Main St',
      address2: null,
      city: 'Seattle',
      province_code: 'WA',
      zip: '98101',
      country_code: 'US',
    },
    line_items: lines.map(({ sku, quantity, unitPrice }, index) => ({
      id: index + 1,
      variant_id: 500 + index,
      product_id: 100 + index,
      sku,
      title: sku,
      quantity,
      current_quantity: quantity,
      fulfillable_quantity: quantity,
      requires_shipping: true,
      gift_card: false,
      price: unitPrice,
      total_discount: '0.00',
    })),
  }),
}

type DeliveryToSign = { id?: string; at: Date; body: string | Buffer }

/** The Standard Webhooks signature headers, also for binary bodies. */
export function signDelivery(secret: string, { id = `msg_${newId()}`, at, body }: DeliveryToSign) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

type Sent = { headers?: Record<string, string>; body?: string | Buffer; from?: string }

/** Sends a webhook, by default from an address that no other test uses (rate limits). */
export function deliver({ http }: App, channelId: string, { headers = {}, body = '', from = anAddress() }: Sent) {
  return http.inject({
    method: 'POST',
    url: `/api/webhooks/${channelId}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
    remoteAddress: from,
  })
}

let addresses = 0

export const anAddress = () => {
  addresses += 1
  return `10.0.${addresses >> 8}.${addresses & 255}`
}
