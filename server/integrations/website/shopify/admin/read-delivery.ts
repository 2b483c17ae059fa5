import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import type { ParsedDelivery, RawDelivery, SignatureCheck, VerificationKeys } from '#server/ports/channel.ts'
import { readJson } from '../../parse-body.ts'
import { verifyShopify } from '../../webhook-signatures.ts'
import { readPolled } from './orders.ts'
import { legacyIdOf } from './platform-order.ts'

/**
 * The body only names what to read, so a replay changes nothing, while two holds of one order have the same body: the delivery's own id
 * tells them apart.
 */
export function verifyAdminDelivery(delivery: RawDelivery, keys: VerificationKeys): SignatureCheck {
  const verdict = verifyShopify(delivery, keys)
  const own = delivery.headers['x-shopify-webhook-id']
  return verdict.isGenuine && own ? { ...verdict, deliveryId: `${verdict.deliveryId} ${own}` } : verdict
}

const id = z.union([z.int().transform(String), z.string().min(1).max(100).transform(legacyIdOf)])

const Named = z.object({ id })
const OfOrder = z.object({ order_id: id })
const OfReturn = z.object({ order: z.object({ id }) })
const WorkOrderEvent = z.object({ fulfillment_order: z.object({ id: z.string().startsWith('gid://') }) })
const Redaction = z.object({
  customer: z.object({ email: z.string().nullish() }).nullish(),
  orders_to_redact: z.array(id).nullish(),
})

/**
 * Reads a webhook, or a polled order, which has no topic. Webhooks have the state of the moment in which they were first tried, and lack
 * work orders and holds, so the order is read from Shopify.
 */
export function readAdminDelivery({ headers, body }: Pick<RawDelivery, 'headers' | 'body'>): ParsedDelivery {
  const content = readJson(body)
  const topic = plain(headers['x-shopify-topic'], 100)
  if (topic === null) return readPolled(content)
  const externalOrderId = orderIn(topic, content)
  if (externalOrderId) {
    const eventType = topic === 'orders/create' ? 'order.created' : 'order.updated'
    return { kind: 'fetch', eventType, externalOrderId, eventAt: null }
  }
  if (topic === 'customers/redact') return readRedaction(content)
  return { kind: 'nothing', eventType: topic, why: formatMessage(reasons[topic] ?? say('Not about an order.')) }
}

/** In the form of a webhook. */
export const nameOrder = (externalOrderId: string): Pick<RawDelivery, 'headers' | 'body'> => ({
  headers: { 'x-shopify-topic': 'orders/updated' },
  body: Buffer.from(JSON.stringify({ id: externalOrderId })),
})

/** The number of the order, or the id of one of its work orders. */
function orderIn(topic: string, content: unknown): string | null {
  switch (topic.split('/')[0] ?? '') {
    case 'orders':
      return Named.safeParse(content).data?.id ?? null
    case 'fulfillment_orders':
      return WorkOrderEvent.safeParse(content).data?.fulfillment_order.id ?? null
    case 'fulfillments':
    case 'refunds':
      return OfOrder.safeParse(content).data?.order_id ?? null
    case 'returns':
      return OfReturn.safeParse(content).data?.order.id ?? null
    default:
      return null
  }
}

function readRedaction(content: unknown): ParsedDelivery {
  const { customer, orders_to_redact: orders } = Redaction.safeParse(content).data ?? {}
  return { kind: 'erasure', externalOrderIds: orders ?? [], email: customer?.email ?? null }
}

const reasons: Readonly<Record<string, Message>> = {
  'app/uninstalled': say('The app was uninstalled from the store. Lockstep can no longer read or send anything there.'),
  'app/scopes_update': say('The access scopes of the app changed.'),
  'products/update': say('A product changed. Products are read again regularly.'),
  'products/delete': say('A product was deleted. Products are read again regularly.'),
  'shop/redact': say(
    'The app was uninstalled 48 hours ago, and Shopify requests that the store’s data be erased. Delete the channel to do so.',
  ),
  'customers/data_request': say(
    'A customer requests their data from the store. Export it under Settings, Privacy, and send it to the store’s owner.',
  ),
}
