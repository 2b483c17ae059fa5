import { changeLevel } from '../inventory/levels.ts'
import { findVariant, type Shop, type ShopifyState } from '../state.ts'
import { createWebhook, workOrderWebhook } from '../webhooks.ts'
import { type FinancialStatus, type Order, sumsOf } from './order.ts'

type Change = { state: ShopifyState; shop: Shop; order: Order; now: Date }

function touch({ state, shop, order, now }: Change, topic = 'ORDERS_UPDATED'): void {
  order.updatedAt = now.toISOString()
  createWebhook(state, shop, topic, order, now)
}

const openWork = ({ workOrders }: Order) =>
  workOrders.filter(({ status }) => status !== 'CLOSED' && status !== 'CANCELLED')

export function setFinancialStatus(change: Change, status: FinancialStatus): void {
  change.order.financialStatus = status
  touch(change)
}

/** Only the work order changes; the order's own time stays. */
export function holdOrder({ state, shop, order, now }: Change, reason: string, notes: string | null): void {
  for (const workOrder of openWork(order)) {
    workOrder.status = 'ON_HOLD'
    workOrder.holds = [...workOrder.holds, { reason, notes }]
    workOrder.updatedAt = now.toISOString()
    workOrderWebhook(state, shop, 'FULFILLMENT_ORDERS_PLACED_ON_HOLD', workOrder, now)
  }
}

export function releaseOrder({ state, shop, order, now }: Change): void {
  for (const workOrder of openWork(order)) {
    workOrder.status = 'OPEN'
    workOrder.holds = []
    workOrder.fulfillAt = null
    workOrder.updatedAt = now.toISOString()
    workOrderWebhook(state, shop, 'FULFILLMENT_ORDERS_HOLD_RELEASED', workOrder, now)
  }
}

export function scheduleOrder({ order, now }: Change, fulfillAt: string): void {
  for (const workOrder of openWork(order)) {
    Object.assign(workOrder, { status: 'SCHEDULED', fulfillAt, updatedAt: now.toISOString() })
  }
}

/** Pays back units of a line, or an amount; refunded units need not be shipped any more. */
export function refundOrder(
  change: Change,
  { lineIndex, quantity = 0, amountCents }: { lineIndex?: number; quantity?: number; amountCents?: number },
): void {
  const { state, shop, order, now } = change
  const line = lineIndex === undefined ? undefined : order.lines[lineIndex]
  const units = Math.min(quantity, line?.currentQuantity ?? 0)
  const before = sumsOf(order, 'currentQuantity').total
  if (line) removeUnits(change, lineIndex ?? 0, units)
  order.refundedCents += amountCents ?? before - sumsOf(order, 'currentQuantity').total
  const isAll = order.lines.every(({ currentQuantity }) => currentQuantity === 0)
  order.financialStatus = isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  createWebhook(state, shop, 'REFUNDS_CREATE', order, now)
  touch(change)
}

/** Removes units of a line from the order; they can be sold again. */
function removeUnits({ shop, order, now }: Change, lineIndex: number, units: number): void {
  const line = order.lines[lineIndex]
  const variant = line && findVariant(shop, line.variantId)
  if (!line || !variant) return
  line.currentQuantity -= units
  for (const workOrder of openWork(order)) {
    const own = workOrder.lines.find(({ lineId }) => lineId === line.id)
    if (!own) continue
    own.remaining = Math.max(0, own.remaining - units)
    workOrder.updatedAt = now.toISOString()
    if (workOrder.lines.every(({ remaining }) => remaining === 0)) workOrder.status = 'CLOSED'
  }
  changeLevel(shop, variant, order.locationId, { available: units, committed: -units }, 'shop', now)
}

export function editOrder(change: Change, lineIndex: number, quantity: number): void {
  const line = change.order.lines[lineIndex]
  if (!line || quantity > line.currentQuantity) return
  removeUnits(change, lineIndex, line.currentQuantity - quantity)
  touch(change)
}

export function correctAddress(change: Change, address: Partial<NonNullable<Order['address']>>): void {
  const { order, now } = change
  if (order.address) order.address = { ...order.address, ...address }
  for (const workOrder of openWork(order)) workOrder.updatedAt = now.toISOString()
  touch(change)
}

export function cancelOrder(change: Change, reason: string, restocks: boolean): void {
  const { shop, order, now } = change
  for (const line of order.lines) {
    const variant = findVariant(shop, line.variantId)
    const units = line.currentQuantity
    line.currentQuantity = 0
    const back = { available: restocks ? units : 0, committed: -units }
    if (variant) changeLevel(shop, variant, order.locationId, back, 'shop', now)
  }
  for (const workOrder of openWork(order))
    Object.assign(workOrder, { status: 'CANCELLED', updatedAt: now.toISOString() })
  Object.assign(order, { cancelledAt: now.toISOString(), cancelReason: reason, cancelDueAt: null })
  touch(change, 'ORDERS_CANCELLED')
  touch(change)
}

/** Cancellations that the API asked for are done a moment later. */
export function finishCancellations(state: ShopifyState, shop: Shop, now: Date): void {
  for (const order of shop.orders) {
    if (order.cancelDueAt === null || Date.parse(order.cancelDueAt) > now.getTime()) continue
    cancelOrder({ state, shop, order, now }, order.cancelReason ?? 'OTHER', false)
  }
}

/** The store's owner ships it without us. */
export function shipElsewhere(change: Change, id: number): void {
  const { state, shop, order, now } = change
  const lines = openWork(order).flatMap((workOrder) => {
    workOrder.status = 'CLOSED'
    workOrder.updatedAt = now.toISOString()
    return workOrder.lines.map((line) => {
      const quantity = line.remaining
      line.remaining = 0
      return { lineId: line.lineId, quantity }
    })
  })
  const tracking = { company: 'UPS', number: `1Z${id}`, url: null }
  order.fulfillments.push({ id, status: 'SUCCESS', tracking, deliveredAt: null, notified: true, lines })
  createWebhook(state, shop, 'FULFILLMENTS_CREATE', order, now)
  touch(change)
}
