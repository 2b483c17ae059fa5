import { z } from 'zod'
import { attentionCodes, orderStatuses, shippingSpeeds } from './order-words.ts'
import { channelTypes } from './channel-words.ts'
import { actorTypes } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, searchText } from './fields.ts'
import { PageQuery } from './paging.ts'

const Total = z.string().regex(/^\d{1,10}\.\d{2}$/)

export const OrderRow = z.object({
  id: Id,
  orderNumber: z.string(),
  externalOrderId: z.string(),
  customerName: z.string().nullable(),
  status: z.enum(orderStatuses),
  channelId: Id.nullable(),
  channelType: z.enum(channelTypes).nullable(),
  channelName: z.string().nullable(),
  totalAmount: Total,
  currency: z.string(),
  itemCount: z.int(),
  placedAt: Moment,
  isHeld: z.boolean(),
  needsAttention: z.boolean(),
})
export type OrderRow = z.output<typeof OrderRow>

/** What keeps an order from going on, or a person should know: what, why, and what to do. */
const Attention = z.object({
  id: Id,
  code: z.enum(attentionCodes),
  reason: z.string(),
  remedy: z.string(),
  raisedAt: Moment,
})

const OrderItem = z.object({
  id: Id,
  position: z.int(),
  sku: z.string(),
  skuId: Id.nullable(),
  title: z.string().nullable(),
  quantity: z.int(),
  unitPrice: Total,
  totalPrice: Total,
  /** Units that are held for this line. */
  held: z.int(),
})

const OrderEvent = z.object({
  id: Id,
  event: z.string(),
  description: z.string(),
  reason: z.string().nullable(),
  actorType: z.enum(actorTypes),
  actorName: z.string(),
  occurredAt: Moment,
})

const Address = z.object({
  recipientName: z.string().nullable(),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
})

const Customer = z.object({
  id: Id,
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
})

/** The whole order. E-mail, phone and street are masked for who may only read. */
export const OrderDetail = OrderRow.extend({
  subtotal: Total,
  discountAmount: Total,
  shippingAmount: Total,
  taxAmount: Total,
  promotionCodes: z.array(z.string()),
  notes: z.string().nullable(),
  shippingSpeed: z.enum(shippingSpeeds),
  holdReason: z.string().nullable(),
  fulfillAfter: Moment.nullable(),
  customer: Customer.nullable(),
  shippingAddress: Address.nullable(),
  items: z.array(OrderItem),
  /** The first of `attentions`, or null. */
  attention: Attention.nullable(),
  attentions: z.array(Attention),
  timeline: z.array(OrderEvent),
})
export type OrderDetail = z.output<typeof OrderDetail>

export const ordersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/orders',
    summary: 'Orders of all channels, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend({
      search: searchText.optional(),
      status: z.enum(orderStatuses).optional(),
      channelId: Id.optional(),
    }),
    reply: z.array(OrderRow),
    paged: true,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId',
    summary: 'One order, whole',
    access: 'readonly',
    scope: 'company',
    params: z.strictObject({ orderId: Id }),
    reply: OrderDetail,
  }),
}
