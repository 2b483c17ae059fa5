import { plain } from '#contract/fields.ts'
import { OrderData } from '#contract/intake.ts'
import { NotUnderstood, type ParsedDelivery, type RawDelivery } from '#server/ports/channel.ts'
import { findJson, parseShape, readJson } from '../parse-body.ts'
import { type BodyIdentity, ignore, justBefore, type OrderInstruction, send, shipped, stop } from '../platform-order.ts'
import { toOrderData, whyNotSent } from './translate.ts'
import { ChangeTimes, Order, OrderHead, OrderMark, RestError } from './wire.ts'

/** The body of a deletion contains only the id. */
const deletion = 'order.deleted'

type Event = { topic: string; externalOrderId: string; eventAt: Date | null }

const noAccessMessage =
  'WooCommerce sent an error in place of the order: the user to whom the webhook belongs must be allowed to see orders.'

type Delivered = Pick<RawDelivery, 'headers' | 'body'>

/** The topic header is not signed, so it decides only what the body leaves open. */
const topicOf = ({ headers }: Delivered): string => plain(headers['x-wc-webhook-topic'], 100) ?? 'order.updated'

/** A body is known by what it says, so that no header makes a repeated one new or hides a new one. */
export function identifyWoocommerce(delivery: Delivered): BodyIdentity {
  const payload = findJson(delivery.body)
  const { date_modified_gmt: modified, date_created_gmt: created } = ChangeTimes.safeParse(payload).data ?? {}
  const changed = modified ?? created
  const changedAt = changed ? new Date(changed) : null
  if (OrderMark.safeParse(payload).success) return { kind: 'order', changedAt }
  const topic = topicOf(delivery)
  if (topic === deletion) return { kind: 'deletion by topic', changedAt }
  return { kind: topic.startsWith('order.') ? 'order by topic' : 'other', changedAt }
}

/** Reads a WooCommerce webhook. */
export function readWoocommerce(delivery: Delivered): ParsedDelivery {
  const topic = topicOf(delivery)
  const isOther = identifyWoocommerce(delivery).kind === 'other'
  if (isOther) return { kind: 'nothing', eventType: topic, why: 'It is not about an order.' }
  const payload = readJson(delivery.body)
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
  if (topic === deletion) return { kind: 'cancelled', externalOrderId, eventAt }
  throw new NotUnderstood('It can’t be read: status is missing.', { externalOrderId, eventType: topic })
}

function readToSend(payload: unknown, { topic, externalOrderId, eventAt }: Event): ParsedDelivery {
  const isCreation = topic === 'order.created'
  const eventType = isCreation && !eventAt ? topic : 'order.updated'
  const about = { externalOrderId, eventType }
  const order = parseShape(Order, payload, about)
  const why = whyNotSent(order)
  if (why) return { kind: 'nothing', eventType: topic, why }
  const at = isCreation && eventAt ? justBefore(eventAt) : eventAt
  return { kind: 'order', event: { eventType, eventAt: at, order: parseShape(OrderData, toOrderData(order), about) } }
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
