import { plain } from '#contract/fields.ts'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import { OrderData } from '#contract/intake.ts'
import { NotUnderstood, type OrderHold, type ParsedDelivery, type RawDelivery } from '#server/ports/channel.ts'
import { findJson, parseShape, readJson } from '../parse-body.ts'
import { type BodyIdentity, ignore, justBefore, type OrderInstruction, send, shipped, stop } from '../platform-order.ts'
import { isAllRefunded } from './amounts.ts'
import { decodeEntities } from './html-text.ts'
import { toOrderData, whyNotSent } from './translate.ts'
import { ChangeTimes, Order, OrderHead, OrderMark, RestError } from './wire.ts'

/** The body of a deletion contains only the id. */
const deletion = 'order.deleted'

type Event = { topic: string; externalOrderId: string; eventAt: Date | null }

const noAccessMessage = say(
  'WooCommerce sent an error instead of the order. The webhook’s user needs permission to view orders.',
)

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

/** Reads a WooCommerce webhook of a website, whose shop can't be asked for more. */
export const readWoocommerce = (delivery: Delivered): ParsedDelivery => readOrder(delivery, readToSend)

/**
 * Reads a webhook or a polled order of a connected shop. An order of which the message does not say everything is fetched, and so is
 * one that was deleted: it may have been restored since.
 */
export function readConnectedWoocommerce(delivery: Delivered): ParsedDelivery {
  const reading = readOrder(delivery, (payload, event, hold) =>
    needsLookup(payload) ? toFetch(event) : readToSend(payload, event, hold),
  )
  return reading.kind === 'cancelled' && topicOf(delivery) === deletion
    ? toFetch({ ...reading, topic: deletion })
    : reading
}

/** In the form of WooCommerce's only webhook that has nothing but the id. */
export const nameOrder = (externalOrderId: string): Delivered => ({
  headers: { 'x-wc-webhook-topic': deletion },
  body: Buffer.from(JSON.stringify({ id: Number(externalOrderId) })),
})

const toFetch = ({ externalOrderId, eventAt }: Event): ParsedDelivery => ({
  kind: 'fetch',
  eventType: 'order.updated',
  externalOrderId,
  eventAt,
})

function needsLookup(payload: unknown): boolean {
  const order = Order.safeParse(payload).data
  return order !== undefined && !order.lockstep_lookup && (hasRefunds(order) || mayBeVirtual(order))
}

export const hasRefunds = ({ refunds }: Pick<Order, 'refunds'>): boolean => (refunds ?? []).length > 0

/** One line and a shipping method make a parcel. Of several lines, some may be downloads. */
export const mayBeVirtual = ({ line_items: lines, shipping_lines: ways }: Order): boolean =>
  lines.length > 1 || (ways ?? []).length === 0

type ReadToSend = (payload: unknown, event: Event, hold: OrderHold | null) => ParsedDelivery

function readOrder(delivery: Delivered, readSent: ReadToSend): ParsedDelivery {
  const topic = topicOf(delivery)
  const isOther = identifyWoocommerce(delivery).kind === 'other'
  if (isOther) return { kind: 'nothing', eventType: topic, why: formatMessage(say('Not about an order.')) }
  const payload = readJson(delivery.body)
  if (RestError.safeParse(payload).success) throw new NotUnderstood(noAccessMessage, { eventType: topic })
  const head = parseShape(OrderHead, payload, { eventType: topic })
  const eventAt = head.date_modified_gmt ? new Date(head.date_modified_gmt) : null
  const event = { topic, externalOrderId: head.id, eventAt }
  if (head.status === undefined) return readWithoutStatus(event)
  const instruction = instructionForOrder(head)
  switch (instruction.kind) {
    case 'leave':
      return { kind: 'nothing', eventType: topic, why: instruction.why, externalOrderId: head.id }
    case 'shipped':
      return { kind: 'shipped', externalOrderId: head.id, eventAt }
    case 'wait':
      return { kind: 'held', externalOrderId: head.id, eventAt, hold: instruction.hold }
    case 'stop':
      return readCancelled(payload, event)
    case 'send':
      return readSent(payload, event, null)
    case 'hold':
      return readSent(payload, event, instruction.hold)
  }
}

function readWithoutStatus({ topic, externalOrderId, eventAt }: Event): ParsedDelivery {
  if (topic === deletion) return { kind: 'cancelled', externalOrderId, eventAt }
  throw new NotUnderstood(say('It can’t be read: status is missing.'), { externalOrderId, eventType: topic })
}

function readToSend(
  payload: unknown,
  { topic, externalOrderId, eventAt }: Event,
  hold: OrderHold | null,
): ParsedDelivery {
  const isCreation = topic === 'order.created'
  const eventType = isCreation && !eventAt ? topic : 'order.updated'
  const about = { externalOrderId, eventType }
  const order = parseShape(Order, payload, about)
  if (isAllRefunded(order)) return { kind: 'cancelled', externalOrderId, eventAt }
  const why = whyNotSent(order)
  if (why) return { kind: 'nothing', eventType: topic, why, externalOrderId }
  const at = isCreation && eventAt ? justBefore(eventAt) : eventAt
  const data = parseShape(OrderData, toOrderData(order, hold), about)
  return { kind: 'order', event: { eventType, eventAt: at, order: data } }
}

/** A cancellation counts even when only the order's id can be read. */
function readCancelled(payload: unknown, { externalOrderId, eventAt }: Event): ParsedDelivery {
  const order = Order.safeParse(payload).data
  const whole = order && !whyNotSent(order) && OrderData.safeParse(toOrderData(order)).data
  if (!whole) return { kind: 'cancelled', externalOrderId, eventAt }
  return { kind: 'order', event: { eventType: 'order.cancelled', eventAt, order: { ...whole, hold: null } } }
}

/** `hold` takes the order in and keeps it back, `wait` only keeps back an order that is known. */
type Instruction = OrderInstruction | { kind: 'hold' | 'wait'; hold: OrderHold }

const drafts = new Set(['checkout-draft', 'draft', 'auto-draft'])

const ended = new Set(['cancelled', 'refunded', 'trash'])

/** `processing` means paid or cash on delivery, and not shipped yet. */
function instructionForOrder({ status = '', ...order }: OrderHead): Instruction {
  if (status === 'processing') return send
  if (status === 'on-hold') return { kind: 'hold', hold: holdOf(order) }
  if (ended.has(status))
    return wasOurs(order) ? stop : waitFor(say('The order was {status} before it was paid.', { status }))
  if (status === 'pending') return waitFor(say('The order is pending payment in WooCommerce.'))
  if (status === 'failed') return waitFor(say('The payment failed in WooCommerce.'))
  if (drafts.has(status)) return ignore(say('The order is {status}, so it has not been placed yet.', { status }))
  // The shop has shipped it; sending it again would be worse than leaving it to people.
  if (status === 'completed') return shipped
  const reason = `The order is ${status.slice(0, 60)}, a custom status of the shop. It ships once it is processing.`
  return { kind: 'wait', hold: { code: 'on_hold', reason } }
}

const waitFor = (reason: Message): Instruction => ({
  kind: 'wait',
  hold: { code: 'awaiting_payment', reason: formatMessage(reason) },
})

/** A shop puts an order on hold until a bank transfer arrives, and people do so for reasons of their own. */
function holdOf({ date_paid_gmt: paidAt, payment_method_title: method }: Omit<OrderHead, 'status'>): OrderHold {
  if (paidAt) return { code: 'on_hold', reason: formatMessage(say('The shop put the order on hold in WooCommerce.')) }
  const by = plain(decodeEntities(method ?? ''), 80)
  return {
    code: 'awaiting_payment',
    reason: `The order is on hold in WooCommerce until it is paid${by ? ` (${by})` : ''}.`,
  }
}

/** Methods whose orders come in before they are paid: cash on delivery, bank transfer and check. */
const paidLater = new Set(['cod', 'bacs', 'cheque'])

/**
 * WooCommerce retries a failed payment under the same order id, so an order that was never ours must not be recorded as cancelled. Cash on
 * delivery has no payment date before completion.
 */
const wasOurs = ({ date_paid_gmt: paidAt, payment_method: method }: Omit<OrderHead, 'status'>) =>
  Boolean(paidAt) || paidLater.has(method ?? '')
