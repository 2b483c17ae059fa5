import type { Shipment } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { GraphClient } from './client.ts'
import { Acknowledged, OrderState, Success } from './wire.ts'

type Reference = { orderId: string; orderNumber: string; key: string }

const pathTo = (orderId: string, edge: string) => `${encodeURIComponent(orderId)}/${edge}`

/** Says that the order has arrived here. One that has been acknowledged before is refused by Meta, and that is fine. */
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
  throw new Rejected(`Meta does not let this order be acknowledged: ${refusal.error_message ?? 'no reason given'}`)
}

/** One call for each package, since Meta takes one tracking number at a time. */
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

/** Stock is told by our own pushes, so Meta is not to put anything back by itself. */
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
  /** Everything that was shipped, when absent. */
  items?: readonly { sku: string; externalItemId: string | null; quantity: number }[]
  shipping?: { amount: string; currency: string }
}

/** Gives money back for what was shipped; what was not shipped is cancelled instead. */
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

/** Those of Meta's carriers that our goods go with; any other is told by its own name under OTHER. */
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
