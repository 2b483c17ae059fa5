import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { OrderData } from '#contract/intake.ts'
import { NotUnderstood, type ParsedDelivery, type RawDelivery } from '#server/ports/channel.ts'
import { parseShape, readJson } from '../parse-body.ts'
import { ignore, type OrderInstruction, send, shipped, stop } from '../platform-order.ts'
import { instructionForLines } from './order-lines.ts'
import { toOrderData } from './translate.ts'
import { Order, OrderHead } from './wire.ts'

type Event = { topic: string; externalOrderId: string; eventAt: Date | null }

/** Topics whose body is the whole order. */
const orderTopics = new Set(
  ['create', 'updated', 'paid', 'cancelled', 'fulfilled', 'partially_fulfilled'].map((verb) => `orders/${verb}`),
)

/** The body of a deletion contains only the id. */
const deletion = 'orders/delete'

const Named = z.object({ id: OrderHead.shape.id })

const noAddressMessage = 'The order has to be sent, but has no shipping address. Perhaps the customer collects it.'

/** Reads a Shopify webhook. The topic header is not signed, so it decides only what the body leaves open. */
export function readShopify({ headers, body }: Pick<RawDelivery, 'headers' | 'body'>): ParsedDelivery {
  const topic = plain(headers['x-shopify-topic'], 100) ?? 'orders/updated'
  if (!orderTopics.has(topic) && topic !== deletion)
    return { kind: 'nothing', eventType: topic, why: whyIgnored(topic) }
  const payload = readJson(body)
  const head = parseShape(OrderHead, payload, {
    eventType: topic,
    externalOrderId: Named.safeParse(payload).data?.id ?? null,
  })
  const eventAt = head.updated_at ? new Date(head.updated_at) : null
  const event = { topic, externalOrderId: head.id, eventAt }
  if (topic === deletion && head.financial_status === undefined) return cancelledReading(event)
  const instruction = instructionForOrder(head)
  if (instruction.kind === 'leave') return { kind: 'nothing', eventType: topic, why: instruction.why }
  if (instruction.kind === 'shipped') return shippedByShop(event)
  return instruction.kind === 'stop' ? readCancelled(payload, event) : readToSend(payload, event)
}

/** `orders/edited` contains only the change; the order follows with `orders/updated`. */
const whyIgnored = (topic: string) =>
  topic === 'orders/edited' ? 'The edited order itself comes with orders/updated.' : 'It carries no order.'

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
  const eventType = topic === 'orders/create' ? 'order.created' : 'order.updated'
  const about = { externalOrderId, eventType }
  const order = parseShape(Order, payload, about)
  const instruction = instructionForLines(order)
  if (instruction.kind === 'leave') return { kind: 'nothing', eventType: topic, why: instruction.why }
  if (instruction.kind === 'stop') return cancelledReading(event)
  if (instruction.kind === 'shipped') return shippedByShop(event)
  if (!order.shipping_address) throw new NotUnderstood(noAddressMessage, about)
  return { kind: 'order', event: { eventType, eventAt, order: parseShape(OrderData, toOrderData(order), about) } }
}

/** A cancellation counts even when only the order's id can be read. */
function readCancelled(payload: unknown, event: Event): ParsedDelivery {
  const order = Order.safeParse(payload).data
  const cancelled = order && wasPaid(order) && OrderData.safeParse(toOrderData(order)).data
  if (!cancelled) return cancelledReading(event)
  return { kind: 'order', event: { eventType: 'order.cancelled', eventAt: event.eventAt, order: cancelled } }
}

const notPaid = ignore('The order is not paid yet; it is taken in once it is paid.')

const byPayment: ReadonlyMap<string, OrderInstruction> = new Map([
  ['paid', send],
  ['partially_refunded', send],
  // The payment is authorized. Shops that capture it at shipping never send `paid` before.
  ['authorized', send],
  // Also an order that was extended after payment: it waits until the rest is paid.
  ['partially_paid', ignore('The order is paid in part only; it is taken in once it is paid.')],
  ['refunded', stop],
  ['voided', stop],
])

function instructionForOrder(order: OrderHead): OrderInstruction {
  if (order.test) return ignore('It is a test order.')
  if (order.cancelled_at) return stop
  // A refund after shipping is a return; nothing is left to stop or send.
  if (order.fulfillment_status === 'fulfilled') return shipped
  if (order.financial_status === 'pending' && isPaidOnDelivery(order)) return send
  return byPayment.get(order.financial_status ?? 'pending') ?? notPaid
}

/** Whether the order had been paid before it was cancelled. Otherwise only its end is recorded. */
const wasPaid = ({ financial_status: status }: OrderHead): boolean =>
  ['paid', 'partially_refunded', 'refunded'].includes(status ?? '')

const isPaidOnDelivery = ({ payment_gateway_names: names }: OrderHead) =>
  (names ?? []).some((name) => /cash on delivery|\bcod\b/i.test(name))
