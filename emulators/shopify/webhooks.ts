import { createHmac, randomUUID } from 'node:crypto'
import { type Delivery, gid, type Shop, type ShopifyState } from './state.ts'
import { type Order, sumsOf, type WorkOrder } from './orders/order.ts'

const apiVersion = '2026-10'

/** Queues a webhook about an order for each subscription to the topic. Bodies have the form of the REST Admin API. */
export function createWebhook(state: ShopifyState, shop: Shop, topic: string, order: Order, now: Date): void {
  const inRefundOrFulfillment = topic === 'REFUNDS_CREATE' || topic === 'FULFILLMENTS_CREATE'
  enqueue(state, shop, topic, inRefundOrFulfillment ? partBody(order) : orderBody(order), now)
}

export function workOrderWebhook(
  state: ShopifyState,
  shop: Shop,
  topic: string,
  { id, status }: WorkOrder,
  now: Date,
): void {
  enqueue(
    state,
    shop,
    topic,
    { fulfillment_order: { id: gid('FulfillmentOrder', id), status: status.toLowerCase() } },
    now,
  )
}

export function uninstalledWebhook(state: ShopifyState, shop: Shop, now: Date): void {
  enqueue(state, shop, 'APP_UNINSTALLED', { id: 1, name: shop.title, domain: `${shop.name}.myshopify.com` }, now)
}

/** A webhook that is no subscription of the API: those about data protection are named in the app itself. */
export function privacyWebhook(
  state: ShopifyState,
  shop: Shop,
  topic: string,
  uri: string,
  body: object,
  now: Date,
): void {
  push(state, shop, { topic, uri, subscriptionId: 0 }, body, now)
}

const amount = (cents: number) => (cents / 100).toFixed(2)

/** Less than a real one has: whoever trusts the body instead of reading the order will notice. */
const orderBody = (order: Order) => ({
  id: order.id,
  admin_graphql_api_id: gid('Order', order.id),
  name: `#${order.number}`,
  created_at: order.createdAt,
  updated_at: order.updatedAt,
  cancelled_at: order.cancelledAt,
  test: order.isTest,
  financial_status: order.financialStatus.toLowerCase(),
  total_price: amount(sumsOf(order, 'quantity').total),
})

const partBody = (order: Order) => ({ id: order.id + 1, order_id: order.id, created_at: order.updatedAt })

function enqueue(state: ShopifyState, shop: Shop, topic: string, body: object, now: Date): void {
  for (const { id, uri, topic: subscribed } of shop.subscriptions) {
    if (subscribed === topic) push(state, shop, { topic, uri, subscriptionId: id }, body, now)
  }
}

type Target = Pick<Delivery, 'topic' | 'uri' | 'subscriptionId'>

function push(state: ShopifyState, shop: Shop, target: Target, body: object, now: Date): void {
  const { lostShare, doubledShare, lateShare, lateSeconds } = state.mishaps
  if (Math.random() < lostShare) return
  const late = Math.random() < lateShare ? lateSeconds * 1000 : 0
  const delivery: Delivery = {
    ...target,
    webhookId: randomUUID(),
    eventId: randomUUID(),
    body: JSON.stringify(body),
    at: now.toISOString(),
    dueAt: new Date(now.getTime() + late).toISOString(),
    tries: 0,
    answered: null,
  }
  shop.deliveries.push(delivery, ...(Math.random() < doubledShare ? [{ ...delivery }] : []))
}

/** Eight tries in four hours. After that a subscription of the API is deleted. */
const pauses = [10, 60, 300, 600, 1_800, 3_600, 8_000]
const answerWithin = 5_000
const mostRemembered = 500

export async function sendDueWebhooks(shop: Shop, now: Date): Promise<void> {
  const due = shop.deliveries.filter((delivery) => isOpen(delivery) && Date.parse(delivery.dueAt) <= now.getTime())
  // The next due time is set before sending, so that a concurrent catch-up does not send it too.
  for (const delivery of due) {
    delivery.dueAt = new Date(now.getTime() + (pauses[delivery.tries] ?? 0) * 1000).toISOString()
    delivery.tries += 1
  }
  await Promise.all(due.map((delivery) => sendOne(shop, delivery)))
  const done = shop.deliveries.filter((delivery) => !isOpen(delivery))
  const forgotten = new Set(done.slice(0, Math.max(0, done.length - mostRemembered)))
  if (forgotten.size > 0) shop.deliveries = shop.deliveries.filter((delivery) => !forgotten.has(delivery))
}

const isAccepted = ({ answered }: Delivery) => answered !== null && answered >= 200 && answered < 300

const isOpen = (delivery: Delivery) => !isAccepted(delivery) && delivery.tries <= pauses.length

async function sendOne(shop: Shop, delivery: Delivery): Promise<void> {
  delivery.answered = await post(shop, delivery)
  if (isOpen(delivery) || isAccepted(delivery)) return
  shop.subscriptions = shop.subscriptions.filter(({ id }) => id !== delivery.subscriptionId)
}

async function post(shop: Shop, { uri, topic, body, webhookId, eventId, at }: Delivery): Promise<number | null> {
  try {
    const response = await fetch(uri, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        'x-shopify-topic': toHeader(topic),
        'x-shopify-shop-domain': `${shop.name}.myshopify.com`,
        'x-shopify-api-version': apiVersion,
        'x-shopify-webhook-id': webhookId,
        'x-shopify-event-id': eventId,
        'x-shopify-triggered-at': at,
        'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
      },
      body,
      // A redirect counts as a failure.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithin),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

/** `ORDERS_CREATE` is `orders/create` in the header; resources of two words keep their underscore. */
function toHeader(topic: string): string {
  const name = topic.toLowerCase()
  const resource = ['fulfillment_orders'].find((one) => name.startsWith(`${one}_`)) ?? name.split('_')[0] ?? name
  return name.includes('/') ? name : `${resource}/${name.slice(resource.length + 1)}`
}
