import { createWebhook, workOrderWebhook } from '../webhooks.ts'
import { changeLevel } from '../inventory/levels.ts'
import { findVariant, nextId, type Shop, type ShopifyState } from '../state.ts'
import type { Address, Order, OrderLine } from './order.ts'

export type NewOrder = {
  lines: {
    sku: string
    quantity: number
    priceCents?: number
    taxCents?: number
    discountCents?: number
    attributes?: { key: string; value: string }[]
  }[]
} & Partial<
  Pick<
    Order,
    | 'financialStatus'
    | 'gateway'
    | 'isTest'
    | 'risk'
    | 'email'
    | 'note'
    | 'discountCode'
    | 'shippingCents'
    | 'shippingTitle'
    | 'methodType'
    | 'locationId'
    | 'address'
  >
>

export const usualAddress: Address = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  company: null,
  address1: '1 Main St',
  address2: null,
  city: 'Seattle',
  province: 'Washington',
  provinceCode: 'WA',
  zip: '98101',
  countryCode: 'US',
  phone: '+12065550100',
}

/** Places an order: units move from available to committed at once, work orders follow a moment later. Null for an unknown SKU. */
export function placeOrder(state: ShopifyState, shop: Shop, given: NewOrder, now: Date): Order | null {
  const lines = given.lines.flatMap(({ sku, quantity, ...rest }): OrderLine[] => {
    const variant = shop.variants.find((one) => one.sku === sku)
    if (!variant) return []
    return [
      {
        id: nextId(state),
        variantId: variant.id,
        quantity,
        currentQuantity: quantity,
        priceCents: rest.priceCents ?? variant.priceCents,
        taxCents: rest.taxCents ?? 0,
        discountCents: rest.discountCents ?? 0,
        attributes: rest.attributes ?? [],
      },
    ]
  })
  const [location] = shop.locations
  if (lines.length < given.lines.length || lines.length === 0 || !location) return null
  const at = now.toISOString()
  const order: Order = {
    id: nextId(state),
    number: 1_001 + shop.orders.length,
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    cancelReason: null,
    staffNote: null,
    cancelDueAt: null,
    isTest: false,
    financialStatus: 'PAID',
    gateway: 'shopify_payments',
    risk: 'ACCEPT',
    email: 'ana@example.com',
    note: null,
    discountCode: null,
    shippingCents: 500,
    shippingTitle: 'Standard',
    refundedCents: 0,
    address: usualAddress,
    methodType: 'SHIPPING',
    locationId: location.id,
    workOrders: [],
    routesAt: new Date(now.getTime() + state.routingSeconds * 1000).toISOString(),
    fulfillments: [],
    ...given,
    lines,
  }
  for (const { variantId, quantity } of lines) {
    const variant = findVariant(shop, variantId)
    if (variant)
      changeLevel(shop, variant, order.locationId, { available: -quantity, committed: quantity }, 'sale', now)
  }
  shop.orders.push(order)
  createWebhook(state, shop, 'ORDERS_CREATE', order, now)
  return order
}

/** Gives orders their work orders once that is due. */
export function routeOrders(state: ShopifyState, shop: Shop, now: Date): void {
  for (const order of shop.orders) {
    if (order.routesAt === null || Date.parse(order.routesAt) > now.getTime()) continue
    order.routesAt = null
    const shipped = order.lines.filter((line) => findVariant(shop, line.variantId)?.requiresShipping)
    if (shipped.length === 0 || order.cancelledAt) continue
    const workOrder = {
      id: nextId(state),
      status: 'OPEN' as const,
      locationId: order.locationId,
      methodType: order.methodType,
      fulfillAt: null,
      holds: [],
      updatedAt: now.toISOString(),
      lines: shipped.map((line) => ({
        id: nextId(state),
        lineId: line.id,
        total: line.currentQuantity,
        remaining: line.currentQuantity,
      })),
    }
    order.workOrders.push(workOrder)
    workOrderWebhook(state, shop, 'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE', workOrder, now)
  }
}
