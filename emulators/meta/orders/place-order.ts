import { type MetaState, nextId, type Shop } from '../state.ts'
import { enqueueOrderWebhook } from '../webhooks.ts'
import type { Order } from './order.ts'

export type NewOrder = {
  items: { retailerId: string; quantity: number; price: number; tax?: number }[]
} & Partial<Pick<Order, 'channel' | 'currency' | 'shipping' | 'promotion' | 'address' | 'buyer' | 'state'>>

const usualBuyer = { name: 'Ana Maria Ruiz', email: 'n8miblde3i@marketplace.facebook.com' }

const usualAddress = {
  name: 'Ana Maria Ruiz',
  street1: '1 Main St',
  street2: 'Apt 4',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

/** Places an order. Meta first checks the buyer (FB_PROCESSING). */
export function placeOrder(state: MetaState, shop: Shop, { items, ...given }: NewOrder, now: Date): Order {
  const order: Order = {
    id: nextId(state),
    state: 'FB_PROCESSING',
    created: now.toISOString(),
    lastUpdated: now.toISOString(),
    channel: 'instagram',
    currency: 'USD',
    shipping: { name: 'Standard', price: 500, minDays: 3, maxDays: 7 },
    promotion: null,
    address: usualAddress,
    buyer: usualBuyer,
    merchantOrderId: null,
    shipments: [],
    cancellations: [],
    refunds: [],
    ...given,
    lines: items.map(({ retailerId, quantity, price, tax = 0 }) => ({
      id: nextId(state),
      retailerId,
      productId: nextId(state),
      quantity,
      price,
      tax,
      shipped: 0,
      cancelled: 0,
      refunded: 0,
    })),
  }
  shop.orders.push(order)
  return order
}

/** Moves orders whose check is over to CREATED. */
export function passChecks(state: MetaState, now: Date): void {
  for (const shop of state.shops) {
    for (const order of shop.orders) {
      const passedAt = Date.parse(order.created) + state.checkSeconds * 1000
      if (order.state !== 'FB_PROCESSING' || passedAt > now.getTime()) continue
      order.state = 'CREATED'
      order.lastUpdated = new Date(passedAt).toISOString()
      enqueueOrderWebhook(state, shop, order, now)
    }
  }
}
