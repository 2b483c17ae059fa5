import { createHmac } from 'node:crypto'
import { newId } from '#server/platform/id.ts'
import type { App } from '#server/platform/http/app.ts'

type DeliveryToSign = { id?: string; at: Date; body: string | Buffer }

/** The headers of a delivery as the Standard Webhooks convention signs them, also where the body is no text. */
export function signDelivery(secret: string, { id = `msg_${newId()}`, at, body }: DeliveryToSign) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

type Sent = { headers?: Record<string, string>; body?: string | Buffer; from?: string }

/** Sends a channel's delivery, by default from an address that no other test sends from. */
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
