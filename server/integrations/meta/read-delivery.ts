import { NotUnderstood, type RawDelivery, type ParsedDelivery } from '#server/ports/channel.ts'
import { parseOrder, toFetched } from './translate/order.ts'
import { OrderChange, OrderHead, Webhook } from './wire.ts'

/**
 * An order that was asked for is told whole; a webhook says only which one changed. One that names several is answered
 * with the first: the poll brings the others, as it does whatever Meta forgets to tell.
 */
export function parseDelivery({ body }: RawDelivery): ParsedDelivery {
  const said = parseJsonBody(body)
  if (OrderHead.safeParse(said).success) return toFetched(parseOrder(said))
  const webhook = Webhook.safeParse(said)
  if (!webhook.success) throw new NotUnderstood('This is not what a webhook of Meta looks like.')
  for (const { time, changes } of webhook.data.entry) {
    for (const { field, value } of changes) {
      const change = OrderChange.safeParse(value)
      if (field !== 'commerce_orders' || !change.success) continue
      const eventAt = time === undefined ? null : new Date(time * 1000)
      return { kind: 'fetch', eventType: 'order.updated', externalOrderId: change.data.order_id, eventAt }
    }
  }
  return { kind: 'nothing', eventType: webhook.data.object, why: 'It says nothing about an order.' }
}

function parseJsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    throw new NotUnderstood('This is not JSON.')
  }
}
