import { isoSecond, type ShopCall } from '../emulator.ts'
import { type Address, nextId, type Order, type OrderLine, type OrderStatus, type Refund } from '../state.ts'
import { enqueueOrderWebhook } from '../webhook-queue.ts'
import { refundedOf, totalOf } from './order-view.ts'
import { addUnits, moveStock, stockHolder } from './stock.ts'

export type NewLine = { productId: number; quantity: number; meta?: OrderLine['meta']; discount?: number }

export type NewOrder = {
  lines: NewLine[]
  status?: OrderStatus
  paymentMethod?: Order['paymentMethod']
  shipping?: Partial<Address>
  email?: string
  customerNote?: string
  number?: string
  isPickup?: boolean
  shippingTotal?: number
}

const buyer: Address = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  company: '',
  address_1: '1 Main St',
  address_2: '',
  city: 'Seattle',
  state: 'WA',
  postcode: '98101',
  country: 'US',
  phone: '+1 206 555 0100',
}

/** The shop has fewer units, or no such product. */
export class NotForSale extends Error {}

/** A customer buys. A paid order is in processing, a bank transfer on hold, both with less stock at once. */
export function placeOrder(call: ShopCall, given: NewOrder): Order {
  const { shop, now } = call
  const status = given.status ?? 'processing'
  const order: Order = {
    id: nextId(shop),
    number: '',
    status: 'pending',
    statusBefore: null,
    createdAt: isoSecond(now),
    modifiedAt: isoSecond(now),
    paidAt: null,
    paymentMethod: given.paymentMethod ?? (status === 'on-hold' ? 'bacs' : 'card'),
    email: given.email ?? 'ana@example.com',
    billing: { ...buyer, ...given.shipping },
    shipping: { ...buyer, ...given.shipping },
    customerNote: given.customerNote ?? '',
    isPickup: given.isPickup ?? false,
    shippingTotal: given.shippingTotal ?? 500,
    lines: given.lines.map((line) => buildLine(call, line)),
    refunds: [],
    notes: [],
    fulfillments: [],
    hasReducedStock: false,
  }
  order.number = given.number ?? String(order.id)
  shop.orders.push(order)
  enqueueOrderWebhook(call, 'order.created', order)
  setStatus(call, order, status)
  return order
}

function buildLine({ shop }: ShopCall, { productId: id, quantity, meta = [], discount = 0 }: NewLine): OrderLine {
  const product = shop.products.find((one) => one.id === id)
  if (!product || product.type === 'variable') throw new NotForSale(`Nothing with the id ${id} is for sale.`)
  const isVariation = product.type === 'variation'
  const ids = { productId: isVariation ? product.parentId : id, variationId: isVariation ? id : 0 }
  const holder = stockHolder(shop, ids)
  if (holder && holder.backorders === 'no' && (holder.stockQuantity ?? 0) < quantity) {
    throw new NotForSale(`There are only ${holder.stockQuantity ?? 0} of ${product.name}.`)
  }
  const parent = shop.products.find((one) => one.id === ids.productId)
  const subtotal = (product.salePrice ?? product.regularPrice) * quantity
  const total = subtotal - discount
  return {
    id: nextId(shop),
    ...ids,
    name: isVariation ? `${parent?.name} - ${product.option}` : product.name,
    quantity,
    subtotal,
    total,
    tax: Math.round((total * shop.taxPercent) / 100),
    meta,
  }
}

export function setStatus(call: ShopCall, order: Order, status: OrderStatus): void {
  const { shop, now } = call
  const isPaid = (status === 'processing' || status === 'completed') && order.paymentMethod !== 'cod'
  moveStock(shop, order, status, now)
  order.statusBefore = null
  order.status = status
  if (isPaid) order.paidAt ??= isoSecond(now)
  touch(call, order)
}

/** Every save moves the time and tells the webhooks. */
export function touch(call: ShopCall, order: Order): void {
  order.modifiedAt = isoSecond(call.now)
  enqueueOrderWebhook(call, 'order.updated', order)
}

type NewRefund = Omit<Refund, 'id' | 'at'> & { restocks: boolean }

/** A refund of everything sets the order to refunded. Lines keep their quantities. */
export function addRefund(call: ShopCall, order: Order, { restocks, ...given }: NewRefund): Refund {
  const refund = { ...given, id: nextId(call.shop), at: isoSecond(call.now) }
  order.refunds.push(refund)
  for (const { lineId, quantity } of restocks ? refund.lines : []) {
    const line = order.lines.find(({ id }) => id === lineId)
    if (line) addUnits(call.shop, line, quantity, `refund of order ${order.id}`, call.now)
  }
  if (refundedOf(order) >= totalOf(order)) order.status = 'refunded'
  touch(call, order)
  return refund
}

/** The refund of some units of a line, with their share of the tax. */
export function refundLine(call: ShopCall, order: Order, lineId: number, quantity: number): Refund | null {
  const line = order.lines.find(({ id }) => id === lineId)
  if (!line || quantity < 1 || quantity > line.quantity) return null
  const total = Math.round((line.total * quantity) / line.quantity)
  const tax = Math.round((line.tax * quantity) / line.quantity)
  const lines = [{ lineId, quantity, total, tax }]
  return addRefund(call, order, { amount: total + tax, reason: '', paidByGateway: false, lines, restocks: true })
}

/** The owner changes the units of a line; 0 removes it. */
export function editLine(call: ShopCall, order: Order, lineId: number, quantity: number): void {
  const line = order.lines.find(({ id }) => id === lineId)
  if (!line) return
  if (order.hasReducedStock) addUnits(call.shop, line, line.quantity - quantity, `order ${order.id} edited`, call.now)
  const share = (cents: number) => Math.round((cents / Math.max(line.quantity, 1)) * quantity)
  Object.assign(line, { subtotal: share(line.subtotal), total: share(line.total), tax: share(line.tax), quantity })
  if (quantity === 0) order.lines = order.lines.filter((one) => one !== line)
  touch(call, order)
}

/** The trash keeps the stock and sends `order.deleted`. */
export function trashOrder(call: ShopCall, order: Order): void {
  order.statusBefore = order.status
  order.status = 'trash'
  order.modifiedAt = isoSecond(call.now)
  enqueueOrderWebhook(call, 'order.deleted', order)
}

export function restoreOrder(call: ShopCall, order: Order): void {
  order.status = order.statusBefore ?? 'pending'
  order.statusBefore = null
  order.modifiedAt = isoSecond(call.now)
  enqueueOrderWebhook(call, 'order.restored', order)
}

/** Nobody is told of an order that is deleted for good. */
export function deleteForGood({ shop }: ShopCall, order: Order): void {
  shop.orders = shop.orders.filter((one) => one !== order)
}
