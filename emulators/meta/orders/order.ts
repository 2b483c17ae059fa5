/** Where an order stands, in Meta's own words. */
export const orderStates = ['FB_PROCESSING', 'CREATED', 'IN_PROGRESS', 'COMPLETED'] as const
export type OrderState = (typeof orderStates)[number]

export type OrderLine = {
  id: string
  retailerId: string
  productId: string
  quantity: number
  /** In cents, like all amounts of the world. */
  price: number
  tax: number
  shipped: number
  cancelled: number
  refunded: number
}

export type LineCount = { itemId: string; retailerId: string; quantity: number }

export type Order = {
  id: string
  state: OrderState
  created: string
  lastUpdated: string
  channel: 'facebook' | 'instagram'
  currency: string
  lines: OrderLine[]
  shipping: { name: string; price: number; minDays: number; maxDays: number }
  /** A discount that buyers were given for a code. */
  promotion: { code: string; amount: number } | null
  address: {
    name: string
    street1: string
    street2: string
    city: string
    state: string
    postalCode: string
    country: string
  }
  buyer: { name: string; email: string }
  merchantOrderId: string | null
  shipments: { id: string; carrier: string; trackingNumber: string; lines: LineCount[] }[]
  cancellations: { id: string; reasonCode: string; description: string; lines: LineCount[] }[]
  refunds: { id: string; reasonCode: string; amount: number }[]
}

/** What is neither shipped nor cancelled. */
export const openUnits = ({ quantity, shipped, cancelled }: OrderLine) => quantity - shipped - cancelled

/** An order with nothing left to do is over, whoever did the last of it. */
export function touch(order: Order, now: Date): void {
  order.lastUpdated = now.toISOString()
  if (order.lines.every((line) => openUnits(line) === 0)) order.state = 'COMPLETED'
}
