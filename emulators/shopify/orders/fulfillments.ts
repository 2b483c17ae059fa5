import type { MutationCall } from '../emulator.ts'
import { changeLevel } from '../inventory/levels.ts'
import { findVariant, gid, nextId, numberIn, type Shop } from '../state.ts'
import { createWebhook } from '../webhooks.ts'
import { type Fulfillment, type Order, type Tracking, type WorkOrder, type WorkOrderLine } from './order.ts'

export type FulfillmentInput = {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: { id: string; quantity: number }[]
  }[]
  trackingInfo?: Partial<Tracking>
  notifyCustomer?: boolean
}

type Part = { order: Order; workOrder: WorkOrder; line: WorkOrderLine; quantity: number }

const refuse = (message: string) => ({ fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] })

/** Ships lines of work orders. There is no idempotency key: the same call again ships again, as far as something is left. */
export function createFulfillment({ emulator: { state }, shop, now }: MutationCall, input: FulfillmentInput) {
  const parts = partsOf(shop, input)
  if (typeof parts === 'string') return refuse(parts)
  const [first] = parts
  if (!first) return refuse('There is nothing to fulfill.')
  if (parts.some(({ order }) => order !== first.order)) return refuse('All lines must be of one order.')
  if (parts.some(({ workOrder }) => workOrder.locationId !== first.workOrder.locationId)) {
    return refuse('All fulfillment orders must be at one location.')
  }
  const { order } = first
  const { company = null, number = null, url = null } = input.trackingInfo ?? {}
  const fulfillment: Fulfillment = {
    id: nextId(state),
    status: 'SUCCESS',
    tracking: { company, number, url },
    deliveredAt: null,
    notified: input.notifyCustomer ?? false,
    lines: parts.map(({ line, quantity }) => ({ lineId: line.lineId, quantity })),
  }
  for (const { workOrder, line, quantity } of parts) {
    line.remaining -= quantity
    workOrder.status = workOrder.lines.every(({ remaining }) => remaining === 0) ? 'CLOSED' : 'IN_PROGRESS'
    workOrder.updatedAt = now.toISOString()
    const variant = findVariant(shop, order.lines.find(({ id }) => id === line.lineId)?.variantId ?? 0)
    if (variant) changeLevel(shop, variant, workOrder.locationId, { available: 0, committed: -quantity }, 'app', now)
  }
  order.fulfillments.push(fulfillment)
  order.updatedAt = now.toISOString()
  createWebhook(state, shop, 'FULFILLMENTS_CREATE', order, now)
  createWebhook(state, shop, 'ORDERS_UPDATED', order, now)
  return { fulfillment: { id: gid('Fulfillment', fulfillment.id) }, userErrors: [] }
}

/** The lines to ship, or why they can't be. Without lines it is all that is left of a work order. */
function partsOf(shop: Shop, { lineItemsByFulfillmentOrder }: FulfillmentInput): Part[] | string {
  const parts: Part[] = []
  for (const { fulfillmentOrderId, fulfillmentOrderLineItems } of lineItemsByFulfillmentOrder) {
    const id = numberIn('FulfillmentOrder', fulfillmentOrderId)
    const order = shop.orders.find(({ workOrders }) => workOrders.some((one) => one.id === id))
    const workOrder = order?.workOrders.find((one) => one.id === id)
    if (!order || !workOrder) return 'The fulfillment order does not exist.'
    if (workOrder.status !== 'OPEN' && workOrder.status !== 'IN_PROGRESS') {
      return `Fulfillment order ${id} has an unfulfillable status= ${workOrder.status.toLowerCase()}.`
    }
    const wanted =
      fulfillmentOrderLineItems ??
      workOrder.lines.map((line) => ({ id: gid('FulfillmentOrderLineItem', line.id), quantity: line.remaining }))
    for (const { id: lineId, quantity } of wanted) {
      const line = workOrder.lines.find((one) => one.id === numberIn('FulfillmentOrderLineItem', lineId))
      if (!line) return 'The line does not exist.'
      if (quantity < 1 || quantity > line.remaining) return 'Invalid fulfillment order line item quantity requested.'
      parts.push({ order, workOrder, line, quantity })
    }
  }
  return parts
}

function find(shop: Shop, id: string): { order: Order; fulfillment: Fulfillment } | null {
  const number = numberIn('Fulfillment', id)
  for (const order of shop.orders) {
    const fulfillment = order.fulfillments.find((one) => one.id === number)
    if (fulfillment) return { order, fulfillment }
  }
  return null
}

export function correctTracking({ emulator, shop, now }: MutationCall, id: string, tracking: Partial<Tracking>) {
  const found = find(shop, id)
  if (!found) return refuse('Fulfillment does not exist.')
  const { company = null, number = null, url = null } = tracking
  found.fulfillment.tracking = { company, number, url }
  found.order.updatedAt = now.toISOString()
  createWebhook(emulator.state, shop, 'ORDERS_UPDATED', found.order, now)
  return { fulfillment: { id }, userErrors: [] }
}

type EventInput = { fulfillmentId: string; status: string; happenedAt?: string }

export function deliverFulfillment({ emulator, shop, now }: MutationCall, event: EventInput) {
  const found = find(shop, event.fulfillmentId)
  if (!found) {
    return {
      fulfillmentEvent: null,
      userErrors: [{ field: ['fulfillmentId'], message: 'Fulfillment does not exist.' }],
    }
  }
  if (event.status === 'DELIVERED') found.fulfillment.deliveredAt = event.happenedAt ?? now.toISOString()
  return { fulfillmentEvent: { id: gid('FulfillmentEvent', nextId(emulator.state)) }, userErrors: [] }
}
