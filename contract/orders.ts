import { z } from 'zod'
import { AddressInput } from './addresses.ts'
import { actorTypes } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, searchText, ExportFormat, FileReply, PageReply } from './fields.ts'
import { ChosenItems, Fulfillment, OwnParcel, SpeedPreview, Tracking } from './fulfillment.ts'
import { attentionActors, attentionCodes, orderStatuses, shippingSpeeds } from './order-status.ts'
import { OrderRow, stepAccess, Total } from './order-row.ts'
import { PageQuery } from './paging.ts'

export type { OrderRow } from './order-row.ts'

/** An attention item of an order: what, why, who can act, and what to do. */
const Attention = z.object({
  id: Id,
  /** The outgoing message that the channel did not accept. */
  messageId: Id.nullable(),
  /** Since when a person lets it wait for stock. */
  waitsForStockSince: Moment.nullable(),
  code: z.enum(attentionCodes),
  reason: z.string(),
  remedy: z.string(),
  whoActs: z.enum(attentionActors),
  raisedAt: Moment,
})

const OrderItem = z.object({
  id: Id,
  position: z.int(),
  sku: z.string(),
  skuId: Id.nullable(),
  /** Our code of the SKU that is sent for it; null while unmapped. */
  ownSku: z.string().nullable(),
  /** The channel's id of the product or variation. */
  externalProductId: z.string().nullable(),
  title: z.string().nullable(),
  quantity: z.int(),
  unitPrice: Total,
  totalPrice: Total,
  /** What the customer chose or had written on it, such as an engraving; masked for read-only people. */
  properties: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Units held in stock for this line. */
  held: z.int(),
  /** Units that no live or successful attempt covers. */
  unsent: z.int(),
  /** Units that are not in stock; only of an order that needs attention because of it. */
  lacking: z.int(),
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

/** The complete order. E-mail, phone and street are masked for read-only people. */
export const OrderDetail = OrderRow.extend({
  subtotal: Total,
  discountAmount: Total,
  shippingAmount: Total,
  taxAmount: Total,
  /** What the channel has paid back; `totalAmount` is what was paid at first. */
  refundedAmount: Total,
  /** Promotion codes sent by the channel. */
  promotionCodes: z.array(z.string()),
  /** Our promotions that the order used; a cancelled order has released them. */
  promotions: z.array(
    z.object({
      promotionId: Id,
      title: z.string(),
      code: z.string().nullable(),
      discountAmount: Total,
      releasedAt: Moment.nullable(),
    }),
  ),
  notes: z.string().nullable(),
  shippingSpeed: z.enum(shippingSpeeds),
  holdReason: z.string().nullable(),
  partialReason: z.string().nullable(),
  fulfillAfter: Moment.nullable(),
  /** When the customer's personal data were erased. */
  erasedAt: Moment.nullable(),
  customer: Customer.nullable(),
  shippingAddress: Address.nullable(),
  /** Address problems that would prevent delivery. */
  addressProblems: z.array(z.string()),
  items: z.array(OrderItem),
  /** Newest attempt first. */
  fulfillments: z.array(Fulfillment),
  /** The first of `attentions`, or null. */
  attention: Attention.nullable(),
  attentions: z.array(Attention),
  timeline: z.array(OrderEvent),
  /** Number of deliveries about this order; `payloads` has their texts. */
  payloadCount: z.int(),
})
export type OrderDetail = z.output<typeof OrderDetail>

/** Flags beside the statuses. `to_ship`: something of it is to be sent, and nobody holds it. */
export const orderFlags = ['to_ship', 'attention', 'held', 'partial'] as const
export type OrderFlag = (typeof orderFlags)[number]

/** Filters of the list, also stored in saved views. */
export const OrderFilter = z.strictObject({
  search: searchText.optional(),
  status: z.enum(orderStatuses).optional(),
  channelId: Id.optional(),
  flag: z.enum(orderFlags).optional(),
})
export type OrderFilter = z.output<typeof OrderFilter>

const ByOrder = z.strictObject({ orderId: Id })

/** What to submit and how. `insists` overrides the checks for missing stock and for shipment by the channel. */
const Sending = z.strictObject({
  shippingSpeed: z.enum(shippingSpeeds).optional(),
  items: ChosenItems.optional(),
  insists: z.boolean().default(false),
})

const Payload = z.object({
  id: Id,
  eventType: z.string().nullable(),
  receivedAt: Moment,
  /** The raw text, truncated for display. */
  text: z.string(),
})
export type Payload = z.output<typeof Payload>

/** An order action; the reply is the updated order. */
const step = <Action extends string>(action: Action, summary: string) =>
  ({
    method: 'POST',
    path: `/api/orders/:orderId/${action}`,
    summary,
    access: stepAccess,
    scope: 'company',
    params: ByOrder,
    reply: OrderRow,
  }) as const

export const ordersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/orders',
    searchPath: '/api/orders/search',
    summary: 'Orders of all channels, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend(OrderFilter.shape),
    reply: z.array(OrderRow),
    paged: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/orders/export',
    searchPath: '/api/orders/export',
    summary: 'The filtered orders, or those named, as a file with a line per item',
    needsRecentSignIn: true,
    access: 'ops',
    scope: 'company',
    query: OrderFilter.extend({
      format: ExportFormat,
      /** Comma-separated ids. */
      orderIds: z.string().max(20_000).optional(),
    }),
    reply: FileReply,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId',
    summary: 'One order, whole',
    access: 'readonly',
    scope: 'company',
    params: ByOrder,
    reply: OrderDetail,
  }),
  payloads: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/payloads',
    summary: 'What the channel sent of this order, as it came; the audit log says who looked',
    access: 'ops',
    scope: 'company',
    params: ByOrder,
    reply: z.array(Payload),
  }),
  packingSlip: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/packing-slip',
    summary: 'A page to print and put into the parcel',
    access: 'ops',
    scope: 'company',
    params: ByOrder,
    reply: PageReply,
  }),
  acknowledge: endpoint(step('acknowledge', 'Say that the order has been seen and will be seen to')),
  preview: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/preview',
    summary: 'Ask Amazon what each speed would cost and when it would arrive',
    access: 'ops',
    scope: 'company',
    params: ByOrder,
    body: z.strictObject({ items: ChosenItems.optional() }),
    reply: z.array(SpeedPreview),
  }),
  fulfill: endpoint({ ...step('fulfill', 'Send the order, or a part of it, to Amazon'), body: Sending, status: 202 }),
  resend: endpoint({
    ...step('resend', 'Ask Amazon for the last attempt and go on with it; send the order anew where there is none'),
    body: Sending.omit({ items: true }),
    status: 202,
  }),
  ship: endpoint({
    ...step('ship', 'Ship the order, or a part of it, yourself; the same tracking number again changes nothing'),
    body: OwnParcel.extend({ items: ChosenItems.optional() }),
  }),
  correctTracking: endpoint({
    ...step('packages/:packageId', 'Correct the tracking of a parcel that you shipped yourself; the channel is told'),
    method: 'PUT',
    params: ByOrder.extend({ packageId: Id }),
    body: Tracking,
  }),
  cancel: endpoint({
    ...step('cancel', 'Cancel the order; one that is with Amazon is cancelled once Amazon agrees'),
    body: z.strictObject({ reason: line('Reason', 500).optional() }),
    status: 202,
  }),
  cancelAndResend: endpoint({
    ...step('cancel-and-resend', 'Have Amazon cancel the fulfilment and, once it has, send the order anew'),
    body: z.strictObject({ shippingSpeed: z.enum(shippingSpeeds).optional() }),
    status: 202,
  }),
  closeShipped: endpoint(
    step('close-shipped', 'Close an order that its channel shipped itself; neither customer nor channel is notified'),
  ),
  restore: endpoint(step('restore', 'Take a cancelled order up again')),
  hold: endpoint({
    ...step('hold', 'Keep the order from being sent'),
    body: z.strictObject({ reason: line('Reason', 500) }),
  }),
  release: endpoint(step('release', 'Let an order go on that was on hold')),
  addNote: endpoint({
    ...step('notes', 'Add a note to the timeline'),
    body: z.strictObject({ text: line('Note', 2_000) }),
  }),
  editAddress: endpoint({
    ...step('address', 'Correct where the order is to go, before it is sent'),
    method: 'PUT',
    body: AddressInput,
  }),
  substitute: endpoint({
    ...step('substitute', 'Send another SKU than the one sold, of which there is stock, before the order is sent'),
    body: z.strictObject({ orderItemId: Id, skuId: Id }),
  }),
  requestReview: endpoint(step('request-review', 'Ask the customer for a review, once')),
}
