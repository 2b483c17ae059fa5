import { createHmac, randomBytes } from 'node:crypto'
import type { Order } from './orders/order.ts'
import type { Delivery, MetaState, Shop, Subscription } from './state.ts'

/**
 * Queues a webhook about an order. Meta documents the envelope (`object`, `entry`, `changes`) and its signature; the
 * field `commerce_orders` and its value are our assumption.
 */
export function enqueueOrderWebhook(state: MetaState, shop: Shop, order: Order, now: Date): void {
  if (!state.subscription) return
  const body = JSON.stringify({
    object: 'commerce_account',
    entry: [
      {
        id: shop.accountId,
        time: Math.floor(now.getTime() / 1000),
        changes: [{ field: 'commerce_orders', value: { order_id: order.id, state: order.state } }],
      },
    ],
  })
  const waiting = state.deliveries.filter((delivery) => !isDelivered(delivery))
  state.deliveries = [...waiting, { body, dueAt: now.toISOString(), tries: 0, answered: null }]
}

const firstPauseSeconds = 5

const mostTries = 12

/** Meta's signature: HMAC-SHA256 of the body with the application's secret. */
const signatureOf = (body: string, appSecret: string) =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

export async function sendDueWebhooks(state: MetaState, appSecret: string, now: Date): Promise<void> {
  const { subscription } = state
  if (!subscription) return
  for (const delivery of state.deliveries.filter((one) => isDue(one, now))) {
    // The next due time is set before sending, so that a concurrent catch-up does not send it too.
    delivery.tries += 1
    delivery.dueAt = new Date(now.getTime() + firstPauseSeconds * 1000 * 2 ** delivery.tries).toISOString()
    delivery.answered = await post(subscription, delivery.body, appSecret)
  }
}

const isDelivered = ({ answered }: Delivery) => answered !== null && answered >= 200 && answered < 300

const isDue = (delivery: Delivery, now: Date) =>
  !isDelivered(delivery) && delivery.tries < mostTries && Date.parse(delivery.dueAt) <= now.getTime()

async function post({ url }: Subscription, body: string, appSecret: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, appSecret) },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

/** Verifies a subscription: the address must know the token and echo the challenge. */
export async function confirmSubscription({ url, verifyToken }: Subscription): Promise<boolean> {
  const challenge = randomBytes(8).toString('hex')
  const challengeUrl = new URL(url)
  challengeUrl.searchParams.set('hub.mode', 'subscribe')
  challengeUrl.searchParams.set('hub.verify_token', verifyToken)
  challengeUrl.searchParams.set('hub.challenge', challenge)
  try {
    const response = await fetch(challengeUrl, { signal: AbortSignal.timeout(10_000) })
    return response.ok && (await response.text()) === challenge
  } catch {
    return false
  }
}
