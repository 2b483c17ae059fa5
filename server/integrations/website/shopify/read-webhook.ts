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

/** Topics that carry the whole order. */
const orderTopics = new Set(
  ['create', 'updated', 'paid', 'cancelled', 'fulfilled', 'partially_fulfilled'].map((verb) => `orders/${verb}`),
)

/** Of a deleted order nothing comes but its id. */
const deletion = 'orders/delete'

const Named = z.object({ id: OrderHead.shape.id })

const noAddressMessage = 'The order has to be sent, but has no shipping address. Perhaps the customer collects it.'

/** The topic is not signed: it says only what the body leaves open. */
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

/** `orders/edited` tells of the change alone; the order as it then stands comes with `orders/updated`. */
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
  return { kind: 'order', news: { eventType, eventAt, order: parseShape(OrderData, toOrderData(order), about) } }
}

/** A cancellation counts even when nothing of it can be read but which order it is about. */
function readCancelled(payload: unknown, event: Event): ParsedDelivery {
  const order = Order.safeParse(payload).data
  const cancelled = order && wasPaid(order) && OrderData.safeParse(toOrderData(order)).data
  if (!cancelled) return cancelledReading(event)
  return { kind: 'order', news: { eventType: 'order.cancelled', eventAt: event.eventAt, order: cancelled } }
}

const notPaid = ignore('The order is not paid yet; it is taken in once it is paid.')

const byPayment: ReadonlyMap<string, OrderInstruction> = new Map([
  ['paid', send],
  ['partially_refunded', send],
  // The money is set aside, and shops that collect it when they send the order never say `paid` before.
  ['authorized', send],
  // Also an order to which something was added after it was paid: what was added waits until it is paid for.
  ['partially_paid', ignore('The order is paid in part only; it is taken in once it is paid.')],
  ['refunded', stop],
  ['voided', stop],
])

function instructionForOrder(order: OrderHead): OrderInstruction {
  if (order.test) return ignore('It is a test order.')
  if (order.cancelled_at) return stop
  // Money given back for what was sent is a return; nothing is left to be stopped or sent.
  if (order.fulfillment_status === 'fulfilled') return shipped
  if (order.financial_status === 'pending' && isPaidOnDelivery(order)) return send
  return byPayment.get(order.financial_status ?? 'pending') ?? notPaid
}

/** Whether a cancelled order was one to be sent before; otherwise there is nothing to keep of it but that it ended. */
const wasPaid = ({ financial_status: status }: OrderHead): boolean =>
  ['paid', 'partially_refunded', 'refunded'].includes(status ?? '')

const isPaidOnDelivery = ({ payment_gateway_names: names }: OrderHead) =>
  (names ?? []).some((name) => /cash on delivery|\bcod\b/i.test(name))
