import { z } from 'zod'
import { AddressInput } from './addresses.ts'
import { actorTypes } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, searchText, ExportFormat, FileReply, PageReply } from './fields.ts'
import { ChosenItems, Fulfillment, OwnParcel, SpeedPreview, Tracking } from './fulfillment.ts'
import { t } from './i18n.ts'
import { attentionActors, attentionCodes, orderStatuses, shippingSpeeds } from './order-status.ts'
import { AssigneeFilter } from './order-assignments.ts'
import { OrderProfit } from './order-profit.ts'
import { Balance } from './money.ts'
import { ChannelChoice, OrderRow, stepAccess, Total } from './order-row.ts'
import { PageQuery, sortBy, type SortOf } from './paging.ts'

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
  /** Of our product; null without one, and while unmapped. */
  imageUrl: z.string().nullable(),
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
  /** A note that the reader wrote, and so may change. */
  isOwnNote: z.boolean(),
  editedAt: Moment.nullable(),
})

/** An address as it is shown: masked for read-only people. */
export const ShownAddress = z.object({
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

const LinkedOrder = z.object({ id: Id, orderNumber: z.string() })

/** The amounts of an order that a channel may leave out, beside its total. */
export const amountParts = ['discount', 'shipping', 'tax'] as const
export type AmountPart = (typeof amountParts)[number]

/** What the channel left out: worked out from the other amounts, or not known. */
export type AmountOrigins = Partial<Record<AmountPart | 'total', 'worked_out' | 'not_given'>>

/** The complete order. E-mail, phone and street are masked for read-only people. */
export const OrderDetail = OrderRow.extend({
  subtotal: Total,
  /** Null: the channel did not say. */
  discountAmount: Total.nullable(),
  shippingAmount: Total.nullable(),
  taxAmount: Total.nullable(),
  /** Amounts that the channel left out and that follow from the others. */
  workedOut: z.array(z.enum([...amountParts, 'total'])),
  /** What the other amounts leave of the total; null when they explain it. */
  unexplained: Balance.nullable(),
  /** What the channel has paid back; `totalAmount` is what was ordered. */
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
  shippingAddress: ShownAddress.nullable(),
  /** Address problems that would prevent delivery. */
  addressProblems: z.array(z.string()),
  items: z.array(OrderItem),
  /** Newest attempt first. */
  fulfillments: z.array(Fulfillment),
  /** The first of `attentions`, or null. */
  attention: Attention.nullable(),
  attentions: z.array(Attention),
  /** The order that this one was entered in place of, and those entered in place of this one. */
  replaces: LinkedOrder.nullable(),
  replacements: z.array(LinkedOrder),
  timeline: z.array(OrderEvent),
  /** Number of deliveries about this order; `payloads` has their texts. */
  payloadCount: z.int(),
  profit: OrderProfit,
})
export type OrderDetail = z.output<typeof OrderDetail>

/** Flags beside the statuses. `to_ship`: something of it is to be sent, and nobody holds it. */
export const orderFlags = ['to_ship', 'attention', 'held', 'partial'] as const
export type OrderFlag = (typeof orderFlags)[number]

/** Columns by which the list can be sorted. It is newest first by default, as `-placed`. */
export const orderSorts = ['number', 'placed', 'customer', 'channel', 'status', 'total'] as const
export type OrderSort = SortOf<(typeof orderSorts)[number]>

/** Filters of the list, also stored in saved views. `from` and `to` are days on which orders were placed, by the company's clock. */
export const OrderFilter = z.strictObject({
  search: searchText.optional(),
  status: z.enum(orderStatuses).optional(),
  channelId: ChannelChoice.optional(),
  flag: z.enum(orderFlags).optional(),
  tagId: Id.optional(),
  assignee: AssigneeFilter.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type OrderFilter = z.output<typeof OrderFilter>

/** The most packing slips of one print. Their ids are part of a URL, and many proxies reject longer ones. */
export const mostPackingSlips = 200

const ByOrder = z.strictObject({ orderId: Id })
const ByNote = ByOrder.extend({ noteId: Id })

const NoteBody = z.strictObject({
  text: line(t('Note'), 2_000),
  /** People of the company. */
  mentions: z.array(Id).max(50, t('Mention up to 50 people')).default([]),
})

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
    summary: 'Orders of all channels, newest first if no other order is asked for',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend({ ...OrderFilter.shape, sort: sortBy(orderSorts) }),
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
    summary: 'What the channel sent about this order, unchanged; the audit log records who looked',
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
  packingSlips: endpoint({
    method: 'GET',
    path: '/api/orders/packing-slips',
    summary: 'The packing slips of several orders, each on a page of its own',
    access: 'ops',
    scope: 'company',
    /** Comma-separated ids, in the sequence in which they are printed. */
    query: z.strictObject({ orderIds: z.string().max(20_000) }),
    reply: PageReply,
  }),
  acknowledge: endpoint(step('acknowledge', 'Acknowledge the order')),
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
    ...step('resend', 'Look up the last attempt at Amazon and continue it; send the order again if there is none'),
    body: Sending.omit({ items: true }),
    status: 202,
  }),
  ship: endpoint({
    ...step('ship', 'Ship the order, or a part of it, yourself; the same tracking number again changes nothing'),
    body: OwnParcel.extend({ items: ChosenItems.optional() }),
  }),
  correctTracking: endpoint({
    ...step('packages/:packageId', 'Correct the tracking of a package you shipped yourself; the channel is notified'),
    method: 'PUT',
    params: ByOrder.extend({ packageId: Id }),
    body: Tracking,
  }),
  markDelivered: endpoint({
    ...step('packages/:packageId/delivered', 'Mark a package you shipped yourself as delivered; no one is notified'),
    params: ByOrder.extend({ packageId: Id }),
  }),
  markNotDelivered: endpoint({
    ...step('packages/:packageId/delivered', 'Undo the delivery of a package you shipped yourself'),
    method: 'DELETE',
    params: ByOrder.extend({ packageId: Id }),
  }),
  cancel: endpoint({
    ...step('cancel', 'Cancel the order; one that is with Amazon is cancelled once Amazon agrees'),
    body: z.strictObject({ reason: line(t('Reason'), 500).optional() }),
    status: 202,
  }),
  cancelAndResend: endpoint({
    ...step('cancel-and-resend', 'Have Amazon cancel the fulfillment, then send the order again'),
    body: z.strictObject({ shippingSpeed: z.enum(shippingSpeeds).optional() }),
    status: 202,
  }),
  closeShipped: endpoint(
    step('close-shipped', 'Close an order that its channel shipped itself; neither customer nor channel is notified'),
  ),
  restore: endpoint(step('restore', 'Restore a cancelled order')),
  hold: endpoint({
    ...step('hold', 'Keep the order from being sent'),
    body: z.strictObject({ reason: line(t('Reason'), 500) }),
  }),
  release: endpoint(step('release', 'Release an order that was on hold')),
  addNote: endpoint({
    ...step('notes', 'Add a note to the timeline; people it mentions are notified'),
    body: NoteBody,
  }),
  editNote: endpoint({
    ...step('notes/:noteId', 'Change your own note'),
    method: 'PATCH',
    params: ByNote,
    body: NoteBody,
  }),
  deleteNote: endpoint({
    ...step('notes/:noteId', 'Delete your own note'),
    method: 'DELETE',
    params: ByNote,
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
