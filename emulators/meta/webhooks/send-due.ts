import { createHmac } from 'node:crypto'
import type { MetaState } from '../world.ts'
import type { Delivery, Subscription } from './delivery.ts'

const firstPauseSeconds = 5
const mostTries = 12

/** As Meta signs: over the bytes that are sent, with the secret of the application. */
const signatureOf = (body: string, appSecret: string) =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

export async function sendDueWebhooks(world: MetaState, appSecret: string, now: Date): Promise<void> {
  const { subscription } = world
  if (!subscription) return
  for (const delivery of world.deliveries.filter((one) => isDue(one, now))) {
    // Moved on before it is sent, so that whoever catches up meanwhile does not send it too.
    delivery.tries += 1
    delivery.dueAt = new Date(now.getTime() + firstPauseSeconds * 1000 * 2 ** delivery.tries).toISOString()
    delivery.answered = await post(subscription, delivery.body, appSecret)
  }
}

export const isDelivered = ({ answered }: Delivery) => answered !== null && answered >= 200 && answered < 300

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
