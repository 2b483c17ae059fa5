import { createHash, createHmac } from 'node:crypto'
import { siteOf, type ShopCall, type WooEmulator } from './emulator.ts'
import { viewOrder } from './orders/order-view.ts'
import type { Delivery, Order, Shop, Webhook } from './state.ts'

/** The seventh failure in a row switches a webhook off. */
const mostFailures = 6

/** Queues a webhook for each subscription; while one waits for the same order, no second is queued. */
export function enqueueOrderWebhook({ emulator: { state }, shop, now }: ShopCall, topic: string, { id }: Order): void {
  const { lost, doubled, late, lateSeconds } = state.disturbance
  for (const webhook of shop.webhooks.filter((one) => one.topic === topic && one.status === 'active')) {
    const isWaiting = shop.deliveries.some(
      (one) => one.answered === null && one.webhookId === webhook.id && one.orderId === id,
    )
    const chance = Math.random()
    if (isWaiting || chance < lost) continue
    const seconds = state.queueSeconds + (chance < lost + late ? lateSeconds : 0)
    const delivery: Delivery = {
      webhookId: webhook.id,
      topic,
      orderId: id,
      dueAt: new Date(now.getTime() + seconds * 1000).toISOString(),
      answered: null,
    }
    const times = Math.random() < doubled ? 2 : 1
    for (let count = 0; count < times; count += 1) shop.deliveries.push({ ...delivery })
  }
  // Only the newest of those that were sent are kept.
  const sent = shop.deliveries.filter(({ answered }) => answered !== null).slice(-50)
  shop.deliveries = [...sent, ...shop.deliveries.filter(({ answered }) => answered === null)]
}

export async function sendDueWebhooks(emulator: WooEmulator): Promise<void> {
  const now = emulator.clock.now()
  for (const shop of emulator.state.shops) {
    for (const delivery of shop.deliveries.filter(
      (one) => one.answered === null && Date.parse(one.dueAt) <= now.getTime(),
    )) {
      const webhook = shop.webhooks.find(({ id }) => id === delivery.webhookId)
      // Marked before it is sent, so that a concurrent call does not send it too. No delivery is repeated.
      delivery.answered = 0
      if (webhook?.status === 'active') await deliver(emulator, shop, webhook, delivery, now)
    }
  }
}

async function deliver(
  emulator: WooEmulator,
  shop: Shop,
  webhook: Webhook,
  delivery: Delivery,
  now: Date,
): Promise<void> {
  const order = shop.orders.find(({ id }) => id === delivery.orderId)
  if (!order) return
  const payload = delivery.topic === 'order.deleted' ? { id: order.id } : viewOrder(shop, order)
  const body = JSON.stringify(payload)
  const [resource = '', event = ''] = delivery.topic.split('.')
  delivery.answered = await post(webhook.deliveryUrl, body, {
    'content-type': 'application/json',
    'user-agent': `WooCommerce/${shop.version} Hookshot (WordPress/7.1)`,
    'x-wc-webhook-source': `${siteOf(emulator, shop)}/`,
    'x-wc-webhook-topic': delivery.topic,
    'x-wc-webhook-resource': resource,
    'x-wc-webhook-event': event,
    'x-wc-webhook-signature': createHmac('sha256', webhook.secret).update(body).digest('base64'),
    'x-wc-webhook-id': String(webhook.id),
    'x-wc-webhook-delivery-id': deliveryIdOf(webhook, now),
  })
  const isTaken = (delivery.answered >= 200 && delivery.answered < 300) || [301, 302].includes(delivery.answered)
  if (isTaken) webhook.failures = 0
  else if (webhook.failures >= mostFailures) webhook.status = 'disabled'
  else webhook.failures += 1
}

/** Of the webhook and the second: two orders within one second share it. */
const deliveryIdOf = ({ id }: Webhook, now: Date): string =>
  createHash('md5')
    .update(`${id} ${Math.floor(now.getTime() / 1000)}`)
    .digest('hex')

/** The unsigned request when a webhook is made or its address changes. Its answer changes nothing. */
export const sendPing = ({ deliveryUrl, id }: Webhook): Promise<number> =>
  post(deliveryUrl, `webhook_id=${id}`, { 'content-type': 'application/x-www-form-urlencoded' })

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
