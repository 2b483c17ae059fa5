import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { OrderData } from '#contract/intake.ts'
import { NotUnderstood, type RawDelivery, type Reading } from '#server/ports/channel.ts'
import { parseShape } from '../parse-shape.ts'
import { readJson } from '../read-json.ts'
import { errandOfLines } from './lines.ts'
import { errandOf, wasPaid } from './standing.ts'
import { toOrderData } from './translate.ts'
import { Order, OrderHead } from './wire.ts'

type Event = { topic: string; externalOrderId: string; eventAt: Date | null }

/** Topics that carry the whole order. */
const whole = new Set(
  ['create', 'updated', 'paid', 'cancelled', 'fulfilled', 'partially_fulfilled'].map((verb) => `orders/${verb}`),
)

/** Of a deleted order nothing comes but its id. */
const deletion = 'orders/delete'

const Named = z.object({ id: OrderHead.shape.id })

const nowhereToGo = 'The order has to be sent, but has no shipping address. Perhaps the customer collects it.'

/** The topic is not signed: it says only what the body leaves open. */
export function readShopify({ headers, body }: Pick<RawDelivery, 'headers' | 'body'>): Reading {
  const topic = plain(headers['x-shopify-topic'], 100) ?? 'orders/updated'
  if (!whole.has(topic) && topic !== deletion) return { kind: 'nothing', eventType: topic, why: whyNot(topic) }
  const told = readJson(body)
  const head = parseShape(OrderHead, told, {
    eventType: topic,
    externalOrderId: Named.safeParse(told).data?.id ?? null,
  })
  const eventAt = head.updated_at ? new Date(head.updated_at) : null
  const event = { topic, externalOrderId: head.id, eventAt }
  if (topic === deletion && head.financial_status === undefined) return stopped(event)
  const errand = errandOf(head)
  if (errand.kind === 'leave') return { kind: 'nothing', eventType: topic, why: errand.why }
  if (errand.kind === 'shipped') return shippedByShop(event)
  return errand.kind === 'stop' ? readStopped(told, event) : readToSend(told, event)
}

/** `orders/edited` tells of the change alone; the order as it then stands comes with `orders/updated`. */
const whyNot = (topic: string) =>
  topic === 'orders/edited' ? 'The edited order itself comes with orders/updated.' : 'It carries no order.'

const stopped = ({ externalOrderId, eventAt }: Event): Reading => ({ kind: 'cancelled', externalOrderId, eventAt })

const shippedByShop = ({ externalOrderId, eventAt }: Event): Reading => ({ kind: 'shipped', externalOrderId, eventAt })

function readToSend(told: unknown, event: Event): Reading {
  const { topic, externalOrderId, eventAt } = event
  const eventType = topic === 'orders/create' ? 'order.created' : 'order.updated'
  const about = { externalOrderId, eventType }
  const order = parseShape(Order, told, about)
  const errand = errandOfLines(order)
  if (errand.kind === 'leave') return { kind: 'nothing', eventType: topic, why: errand.why }
  if (errand.kind === 'stop') return stopped(event)
  if (errand.kind === 'shipped') return shippedByShop(event)
  if (!order.shipping_address) throw new NotUnderstood(nowhereToGo, about)
  return { kind: 'order', news: { eventType, eventAt, order: parseShape(OrderData, toOrderData(order), about) } }
}

/** A cancellation counts even when nothing of it can be read but which order it is about. */
function readStopped(told: unknown, event: Event): Reading {
  const order = Order.safeParse(told).data
  const cancelled = order && wasPaid(order) && OrderData.safeParse(toOrderData(order)).data
  if (!cancelled) return stopped(event)
  return { kind: 'order', news: { eventType: 'order.cancelled', eventAt: event.eventAt, order: cancelled } }
}
