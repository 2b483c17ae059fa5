import type { Shipment } from '#server/ports/channel.ts'
import { say } from '#contract/i18n.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { GraphClient } from './client.ts'
import { Acknowledged, OrderState, Success } from './wire.ts'

type Reference = { orderId: string; orderNumber: string; key: string }

const pathTo = (orderId: string, edge: string) => `${encodeURIComponent(orderId)}/${edge}`

/**
 * Acknowledges an order. Meta refuses to acknowledge twice; then the order's state decides whether that is an error.
 */
export async function acknowledgeOrder(
  client: GraphClient,
  accountId: string,
  { orderId, orderNumber, key }: Reference,
) {
  const { orders } = await client.post(
    pathTo(accountId, 'acknowledge_orders'),
    { idempotency_key: key, orders: [{ id: orderId, merchant_order_reference: orderNumber }] },
    Acknowledged,
  )
  const refusal = orders.find(({ id }) => id === orderId)?.error
  if (!refusal) return
  const { order_status } = await client.get(encodeURIComponent(orderId), { fields: 'order_status' }, OrderState)
  if (order_status.state === 'IN_PROGRESS' || order_status.state === 'COMPLETED') return
  throw new Rejected(
    say('Meta rejected the acknowledgment of this order: {reason}', {
      reason: refusal.error_message ?? say('no reason given'),
    }),
  )
}

/** Sends one call per package, because Meta takes one tracking number at a time. */
export async function shipOrder(client: GraphClient, { orderId, key }: Reference, shipments: readonly Shipment[]) {
  for (const [index, { carrier, trackingNumber, items }] of shipments.entries()) {
    await client.post(
      pathTo(orderId, 'shipments'),
      {
        idempotency_key: `${key}-${index + 1}`,
        ...(items.length > 0 ? { items: items.map(toCount) } : {}),
        ...(trackingNumber ? { tracking_info: toTracking(carrier, trackingNumber) } : {}),
      },
      Success,
    )
  }
}

const toCount = ({ sku, externalItemId, quantity }: Shipment['items'][number]) => ({
  ...(externalItemId ? { item_id: externalItemId } : { retailer_id: sku }),
  quantity,
})

/** Cancels without restocking at Meta: Lockstep pushes stock itself. */
export async function cancelOrder(client: GraphClient, { orderId, key }: Reference, reason: string | null) {
  const cancel_reason = {
    reason_code: 'CANCEL_REASON_OTHER',
    ...(reason ? { reason_description: reason.slice(0, 200) } : {}),
  }
  const body = { idempotency_key: key, cancel_reason, restock_items: false }
  await client.post(pathTo(orderId, 'cancellations'), body, Success)
}

export type Refund = {
  reason: 'BUYERS_REMORSE' | 'DAMAGED_GOODS' | 'NOT_AS_DESCRIBED' | 'REFUND_FOR_RETURN' | 'REFUND_REASON_OTHER'
  note: string | null
  /** All shipped units when absent. */
  items?: readonly { sku: string; externalItemId: string | null; quantity: number }[]
  shipping?: { amount: string; currency: string }
}

/** Refunds shipped units; units that were not shipped are cancelled instead. */
export async function refundOrder(client: GraphClient, { orderId, key }: Reference, refund: Refund) {
  const { reason, note, items, shipping } = refund
  await client.post(
    pathTo(orderId, 'refunds'),
    {
      idempotency_key: key,
      reason_code: reason,
      ...(note ? { reason_text: note } : {}),
      ...(items ? { items: items.map(toCount) } : {}),
      ...(shipping ? { shipping: { shipping_refund: shipping } } : {}),
    },
    Success,
  )
}

/** Carriers that Meta knows by a code. Any other is sent as OTHER with its name. */
const knownCarriers = [
  ['FEDEX', /fed\s?ex/i],
  ['USPS', /usps|us postal/i],
  ['UPS', /\bups\b|united parcel/i],
  ['DHL', /dhl/i],
] as const

export function toTracking(carrier: string | null, trackingNumber: string): object {
  const [code = 'OTHER'] = knownCarriers.find(([, pattern]) => pattern.test(carrier ?? '')) ?? []
  const name = code === 'OTHER' && carrier ? { shipping_method_name: carrier } : {}
  return { carrier: code, tracking_number: trackingNumber, ...name }
}
