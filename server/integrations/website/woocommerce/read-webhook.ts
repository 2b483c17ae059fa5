import { plain } from '#contract/fields.ts'
import { OrderData } from '#contract/intake.ts'
import { NotUnderstood, type ParsedDelivery, type RawDelivery } from '#server/ports/channel.ts'
import { parseShape, readJson } from '../parse-body.ts'
import { ignore, type OrderInstruction, send, shipped, stop } from '../platform-order.ts'
import { toOrderData, whyNotSent } from './translate.ts'
import { Order, OrderHead, RestError } from './wire.ts'

type Event = { topic: string; externalOrderId: string; eventAt: Date | null }

const noAccessMessage =
  'WooCommerce sent an error in place of the order: the user to whom the webhook belongs must be allowed to see orders.'

/** Reads a WooCommerce webhook. The topic header is not signed, so it decides only what the body leaves open. */
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
  return { kind: 'order', event: { eventType, eventAt, order: parseShape(OrderData, toOrderData(order), about) } }
}

/** A cancellation counts even when only the order's id can be read. */
function readCancelled(payload: unknown, { externalOrderId, eventAt }: Event): ParsedDelivery {
  const order = Order.safeParse(payload).data
  const whole = order && !whyNotSent(order) && OrderData.safeParse(toOrderData(order)).data
  if (!whole) return { kind: 'cancelled', externalOrderId, eventAt }
  return { kind: 'order', event: { eventType: 'order.cancelled', eventAt, order: whole } }
}

const unpaid = new Set(['pending', 'on-hold', 'checkout-draft', 'draft', 'auto-draft'])

const ended = new Set(['cancelled', 'refunded', 'failed', 'trash'])

/** `processing` means paid or cash on delivery, and not shipped yet. */
function instructionForOrder({ status = '', ...order }: OrderHead): OrderInstruction {
  if (status === 'processing') return send
  if (ended.has(status)) return wasOurs(order) ? stop : ignoreAs(`${status} before it was paid`)
  if (unpaid.has(status)) return ignoreAs(`${status}, so not paid yet; it is taken in once it is processing`)
  // The shop has shipped it; sending it again would be worse than leaving it to people.
  if (status === 'completed') return shipped
  return ignoreAs(`${status}, a status of the shop’s own; it is taken in once it is processing`)
}

const ignoreAs = (state: string) => ignore(`The order is ${state}.`)

/**
 * WooCommerce retries a failed payment under the same order id, so an unpaid order must not be recorded as cancelled.
 * Cash on delivery has no payment date before completion.
 */
const wasOurs = ({ date_paid_gmt: paidAt, payment_method: method }: Omit<OrderHead, 'status'>) =>
  Boolean(paidAt) || method === 'cod'
