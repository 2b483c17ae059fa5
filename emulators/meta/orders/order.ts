import { z } from 'zod'
import { badParameter } from '../refusal.ts'

/** Meta's order states. */
export const orderStates = ['FB_PROCESSING', 'CREATED', 'IN_PROGRESS', 'COMPLETED'] as const

export type OrderState = (typeof orderStates)[number]

export type OrderLine = {
  id: string
  retailerId: string
  productId: string
  quantity: number
  /** In cents, like all amounts of the state. */
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
  /** A discount for a coupon code. */
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

/** Units neither shipped nor cancelled. */
export const openUnits = ({ quantity, shipped, cancelled }: OrderLine) => quantity - shipped - cancelled

/** Updates the time; an order without open units is COMPLETED. */
export function touch(order: Order, now: Date): void {
  order.lastUpdated = now.toISOString()
  if (order.lines.every((line) => openUnits(line) === 0)) order.state = 'COMPLETED'
}

/** A line is named by `item_id` or by `retailer_id`, not both. */
export const LineCounts = z
  .array(
    z
      .strictObject({
        item_id: z.string().optional(),
        retailer_id: z.string().optional(),
        quantity: z.int().positive(),
      })
      .refine(({ item_id, retailer_id }) => (item_id === undefined) !== (retailer_id === undefined), {
        error: 'name the item by item_id or by retailer_id',
      }),
  )
  .min(1)

export type LineCounts = z.output<typeof LineCounts>

/** The named lines; refuses quantities above `mostOf`. */
export function countLines(order: Order, given: LineCounts, mostOf: (line: OrderLine) => number = openUnits) {
  return given.map(({ item_id, retailer_id, quantity }): LineCount => {
    const line = order.lines.find(({ id, retailerId }) => id === item_id || retailerId === retailer_id)
    if (!line) throw badParameter(`The order has no item ${item_id ?? retailer_id}`)
    if (quantity > mostOf(line)) throw badParameter(`The quantity of item ${line.retailerId} is too high`)
    return { itemId: line.id, retailerId: line.retailerId, quantity }
  })
}
