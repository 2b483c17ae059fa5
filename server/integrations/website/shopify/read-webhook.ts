import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import { OrderData } from '#contract/intake.ts'
import { NotUnderstood, type OrderHold, type ParsedDelivery, type RawDelivery } from '#server/ports/channel.ts'
import { findJson, parseShape, readJson } from '../parse-body.ts'
import { type BodyIdentity, ignore, justBefore, type OrderInstruction, send, shipped, stop } from '../platform-order.ts'
import { instructionForLines } from './order-lines.ts'
import { toOrderData } from './translate.ts'
import { ChangeTimes, Order, OrderHead, OrderMark } from './wire.ts'

type Event = { topic: string; externalOrderId: string; eventAt: Date | null }

/** Topics whose body is the whole order. */
const orderTopics = new Set(
  ['create', 'updated', 'paid', 'cancelled', 'fulfilled', 'partially_fulfilled'].map((verb) => `orders/${verb}`),
)

/** The body of a deletion contains only the id. */
const deletion = 'orders/delete'

const Named = z.object({ id: OrderHead.shape.id })

const noAddressMessage = say('The order has no shipping address. The customer may be picking it up.')

type Delivered = Pick<RawDelivery, 'headers' | 'body'>

/** The topic header is not signed, so it decides only what the body leaves open. */
const topicOf = ({ headers }: Delivered): string => plain(headers['x-shopify-topic'], 100) ?? 'orders/updated'

/** A body is known by what it says, so that no header makes a repeated one new or hides a new one. */
export function identifyShopify(delivery: Delivered): BodyIdentity {
  const payload = findJson(delivery.body)
  const { updated_at: updated, created_at: created } = ChangeTimes.safeParse(payload).data ?? {}
  const changed = updated ?? created
  const changedAt = changed ? new Date(changed) : null
  if (OrderMark.safeParse(payload).success) return { kind: 'order', changedAt }
  const topic = topicOf(delivery)
  if (topic === deletion) return { kind: 'deletion by topic', changedAt }
  return { kind: orderTopics.has(topic) ? 'order by topic' : 'other', changedAt }
}

/** Reads a Shopify webhook. */
export function readShopify(delivery: Delivered): ParsedDelivery {
  const topic = topicOf(delivery)
  if (identifyShopify(delivery).kind === 'other') return { kind: 'nothing', eventType: topic, why: whyIgnored(topic) }
  const payload = readJson(delivery.body)
  const head = parseShape(OrderHead, payload, {
    eventType: topic,
    externalOrderId: Named.safeParse(payload).data?.id ?? null,
  })
  const eventAt = head.updated_at ? new Date(head.updated_at) : null
  const event = { topic, externalOrderId: head.id, eventAt }
  if (topic === deletion && head.financial_status === undefined) return cancelledReading(event)
  const instruction = instructionForOrder(head)
  if (instruction.kind === 'leave') return ignored(event, instruction.why)
  if (instruction.kind === 'wait') return { kind: 'held', externalOrderId: head.id, eventAt, hold: instruction.hold }
  if (instruction.kind === 'shipped') return shippedByShop(event)
  return instruction.kind === 'stop' ? readCancelled(payload, event) : readToSend(payload, event)
}

/** `orders/edited` contains only the change; the order follows with `orders/updated`. */
const whyIgnored = (topic: string) =>
  formatMessage(
    topic === 'orders/edited' ? say('The edited order arrives with orders/updated.') : say('There is no order in it.'),
  )

const ignored = ({ topic, externalOrderId }: Event, why: string): ParsedDelivery => ({
  kind: 'nothing',
  eventType: topic,
  why,
  externalOrderId,
})

const cancelledReading = ({ externalOrderId, eventAt }: Event): ParsedDelivery => ({
  kind: 'cancelled',
  externalOrderId,
  eventAt,
})

const shippedByShop = ({ externalOrderId, eventAt }: Event): ParsedDelivery => ({
  kind: 'shipped',
  externalOrderId,
  eventAt,
})

function readToSend(payload: unknown, event: Event): ParsedDelivery {
  const { topic, externalOrderId, eventAt } = event
  const isCreation = topic === 'orders/create'
  const eventType = isCreation && !eventAt ? 'order.created' : 'order.updated'
  const about = { externalOrderId, eventType }
  const order = parseShape(Order, payload, about)
  const instruction = instructionForLines(order)
  if (instruction.kind === 'leave') return ignored(event, instruction.why)
  if (instruction.kind === 'stop') return cancelledReading(event)
  if (instruction.kind === 'shipped') return shippedByShop(event)
  if (!order.shipping_address) throw new NotUnderstood(noAddressMessage, about)
  const at = isCreation && eventAt ? justBefore(eventAt) : eventAt
  return { kind: 'order', event: { eventType, eventAt: at, order: parseShape(OrderData, toOrderData(order), about) } }
}

/** A cancellation counts even when only the order's id can be read. */
function readCancelled(payload: unknown, event: Event): ParsedDelivery {
  const order = Order.safeParse(payload).data
  const cancelled = order && wasPaid(order) && OrderData.safeParse(toOrderData(order)).data
  if (!cancelled) return cancelledReading(event)
  return { kind: 'order', event: { eventType: 'order.cancelled', eventAt: event.eventAt, order: cancelled } }
}

/** Not paid, or not any longer: a new order is taken in once it is paid, and one that is known is kept back. */
const wait = (reason: Message): Waiting => ({
  kind: 'wait',
  hold: { code: 'awaiting_payment', reason: formatMessage(reason) },
})

type Waiting = { kind: 'wait'; hold: OrderHold }

const notPaid = wait(say('The order is not paid yet. It is imported once it is paid.'))

const byPayment: ReadonlyMap<string, OrderInstruction | Waiting> = new Map<string, OrderInstruction | Waiting>([
  ['paid', send],
  ['partially_refunded', send],
  // The payment is authorized. Shops that capture it at shipping never send `paid` before.
  ['authorized', send],
  // Also an order that was extended after payment: it waits until the rest is paid.
  ['partially_paid', wait(say('The order is only partly paid. It is imported once it is paid.'))],
  ['refunded', stop],
  ['voided', stop],
])

function instructionForOrder(order: OrderHead): OrderInstruction | Waiting {
  if (order.test) return ignore(say('Test order.'))
  if (order.cancelled_at) return stop
  // A refund after shipping is a return; nothing is left to stop or send.
  if (order.fulfillment_status === 'fulfilled') return shipped
  if (order.financial_status === 'pending' && isPaidOnDelivery(order.payment_gateway_names ?? [])) return send
  return byPayment.get(order.financial_status ?? 'pending') ?? notPaid
}

/** Whether the order had been paid before it was cancelled. Otherwise only its end is recorded. */
const wasPaid = ({ financial_status: status }: OrderHead): boolean =>
  ['paid', 'partially_refunded', 'refunded'].includes(status ?? '')

export const isPaidOnDelivery = (gateways: readonly string[]): boolean =>
  gateways.some((name) => /cash on delivery|\bcod\b/i.test(name))
