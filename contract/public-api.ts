import { z } from 'zod'
import { channelHolds } from './channel-values.ts'
import { QuoteBody, QuoteReply } from './carts.ts'
import { attentionCodes, orderStatuses } from './order-status.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { OwnParcel } from './fulfillment.ts'
import { OrderBody } from './intake.ts'
import { PageQuery } from './paging.ts'
import { publicManual } from './public-api-manual.ts'

/** An order for programs of sellers, without personal data beyond what they sent. */
export const PublicOrder = z.object({
  id: Id,
  orderNumber: z.string(),
  externalOrderId: z.string(),
  externalNumber: z.string().nullable(),
  status: z.enum(orderStatuses),
  currency: z.string(),
  /** What was paid at first. */
  total: z.string(),
  refundedAmount: z.string(),
  /** Why the channel keeps the order back; null when it may be sent. */
  hold: z.object({ code: z.enum(channelHolds), reason: z.string() }).nullable(),
  placedAt: Moment,
  items: z.array(z.object({ sku: z.string(), quantity: z.int(), unitPrice: z.string(), isKnown: z.boolean() })),
  /** Why the order needs a person; null when nothing blocks it. */
  attention: z.object({ code: z.enum(attentionCodes), reason: z.string() }).nullable(),
  packages: z.array(
    z.object({
      carrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      /** The carrier's tracking page, if we know it. */
      trackingUrl: z.string().nullable(),
    }),
  ),
})
export type PublicOrder = z.output<typeof PublicOrder>

export const PublicStock = z.object({ sku: z.string(), sellable: z.int() })
export type PublicStock = z.output<typeof PublicStock>

export const publicApi = {
  createOrder: endpoint({
    method: 'POST',
    path: '/api/v1/orders',
    summary: 'Hand over an order. The same externalOrderId again answers the order that is there (isNew: false)',
    access: 'key:orders.write',
    scope: 'company',
    query: z.strictObject({
      /** Required with the company's master key; a channel's own key implies it. */
      channelId: Id.optional(),
    }),
    body: OrderBody,
    reply: PublicOrder.extend({ isNew: z.boolean() }),
    status: 201,
    repeatStatus: 200,
    manual: publicManual.createOrder,
  }),
  order: endpoint({
    method: 'GET',
    path: '/api/v1/orders/:orderId',
    summary: 'One order by its id here',
    access: 'key:orders.read',
    scope: 'company',
    params: z.strictObject({ orderId: Id }),
    reply: PublicOrder,
    manual: publicManual.order,
  }),
  orders: endpoint({
    method: 'GET',
    path: '/api/v1/orders',
    summary: 'Orders, newest first; with externalOrderId the one of that name',
    access: 'key:orders.read',
    scope: 'company',
    query: PageQuery.extend({ externalOrderId: line('externalOrderId', 100).optional(), channelId: Id.optional() }),
    reply: z.array(PublicOrder),
    paged: true,
    manual: publicManual.orders,
  }),
  ship: endpoint({
    method: 'POST',
    path: '/api/v1/orders/:orderId/shipments',
    summary: 'Ship an order yourself, or a part of it. The same trackingNumber again changes nothing (isNew: false)',
    access: 'key:orders.write',
    scope: 'company',
    /** The order’s number, such as LS-10001, or its id here. */
    params: z.strictObject({ orderId: z.string().max(100) }),
    body: OwnParcel.extend({
      /** Default: all units that are left. */
      items: z
        .array(z.strictObject({ sku: line('sku', 100), quantity: z.int().min(1) }))
        .min(1, 'Name at least one item')
        .max(500)
        .optional(),
    }),
    reply: PublicOrder.extend({ isNew: z.boolean() }),
    status: 201,
    repeatStatus: 200,
    manual: publicManual.ship,
  }),
  inventory: endpoint({
    method: 'GET',
    path: '/api/v1/inventory',
    summary: 'How many of each SKU may be sold now',
    access: 'key:inventory.read',
    scope: 'company',
    query: PageQuery.extend({ sku: line('sku', 100).optional() }),
    reply: z.array(PublicStock),
    paged: true,
    manual: publicManual.inventory,
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/v1/promotions/quote',
    summary: 'Price a cart with the promotions of the channel, and keep the last uses of a code for the checkout',
    access: 'key:promotions.quote',
    scope: 'company',
    query: z.strictObject({
      /** Required with the company's master key; a channel's own key implies it. */
      channelId: Id.optional(),
    }),
    body: QuoteBody,
    reply: QuoteReply,
    manual: publicManual.quote,
  }),
}
