import { plain } from '#contract/fields.ts'
import { OrderData } from '#contract/intake.ts'
import { NotUnderstood, type RawDelivery, type ParsedDelivery } from '#server/ports/channel.ts'
import { parseShape } from '../parse-shape.ts'
import { readJson } from '../read-json.ts'
import { instructionForOrder } from './status.ts'
import { toOrderData, whyNotSent } from './translate.ts'
import { Order, OrderHead, RestError } from './wire.ts'

type Event = { topic: string; externalOrderId: string; eventAt: Date | null }

const noAccessMessage =
  'WooCommerce sent an error in place of the order: the user to whom the webhook belongs must be allowed to see orders.'

/** The topic is not signed: it says only what the body leaves open. */
export function readWoocommerce({ headers, body }: Pick<RawDelivery, 'headers' | 'body'>): ParsedDelivery {
  const topic = plain(headers['x-wc-webhook-topic'], 100) ?? 'order.updated'
  if (!topic.startsWith('order.')) return { kind: 'nothing', eventType: topic, why: 'It is not about an order.' }
  const payload = readJson(body)
  if (RestError.safeParse(payload).success) throw new NotUnderstood(noAccessMessage, { eventType: topic })
  const head = parseShape(OrderHead, payload, { eventType: topic })
  const eventAt = head.date_modified_gmt ? new Date(head.date_modified_gmt) : null
  const event = { topic, externalOrderId: head.id, eventAt }
  if (head.status === undefined) return readWithoutStatus(event)
  const instruction = instructionForOrder(head)
  if (instruction.kind === 'leave') return { kind: 'nothing', eventType: topic, why: instruction.why }
  if (instruction.kind === 'shipped') return { kind: 'shipped', externalOrderId: head.id, eventAt }
  return instruction.kind === 'stop' ? readCancelled(payload, event) : readToSend(payload, event)
}

function readWithoutStatus({ topic, externalOrderId, eventAt }: Event): ParsedDelivery {
  if (topic === 'order.deleted') return { kind: 'cancelled', externalOrderId, eventAt }
  throw new NotUnderstood('It can’t be read: status is missing.', { externalOrderId, eventType: topic })
}

function readToSend(payload: unknown, { topic, externalOrderId, eventAt }: Event): ParsedDelivery {
  const eventType = topic === 'order.created' ? topic : 'order.updated'
  const about = { externalOrderId, eventType }
  const order = parseShape(Order, payload, about)
  const why = whyNotSent(order)
  if (why) return { kind: 'nothing', eventType: topic, why }
  return { kind: 'order', news: { eventType, eventAt, order: parseShape(OrderData, toOrderData(order), about) } }
}

/** A cancellation counts even when nothing of it can be read but which order it is about. */
function readCancelled(payload: unknown, { externalOrderId, eventAt }: Event): ParsedDelivery {
  const order = Order.safeParse(payload).data
  const whole = order && !whyNotSent(order) && OrderData.safeParse(toOrderData(order)).data
  if (!whole) return { kind: 'cancelled', externalOrderId, eventAt }
  return { kind: 'order', news: { eventType: 'order.cancelled', eventAt, order: whole } }
}
