import { z } from 'zod'
import { channelHolds, channelTypes } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { noChannel } from './order-numbers.ts'
import { orderStatuses } from './order-status.ts'
import { OrderTag } from './order-tags.ts'

export const Total = z.string().regex(/^\d{1,10}\.\d{2}$/)

/** A channel, or none for the orders that people enter. */
export const ChannelChoice = z.union([Id, z.literal(noChannel)])

/** An order in lists. Separate from `orders.ts`, because every screen loads it (badge, dashboard) and needs nothing else. */
export const OrderRow = z.object({
  id: Id,
  orderNumber: z.string(),
  externalOrderId: z.string(),
  /** The number by which the channel and its customer know the order, where it differs from its id. */
  externalNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  status: z.enum(orderStatuses),
  channelId: Id.nullable(),
  channelType: z.enum(channelTypes).nullable(),
  channelName: z.string().nullable(),
  totalAmount: Total,
  currency: z.string(),
  /** Units of all lines. */
  itemCount: z.int(),
  placedAt: Moment,
  isHeld: z.boolean(),
  /** Why the channel keeps the order back; null when it does not, and once the order has ended. */
  channelHold: z.object({ code: z.enum(channelHolds), reason: z.string() }).nullable(),
  needsAttention: z.boolean(),
  /** A person lets it wait for stock: it is released automatically once units arrive. */
  waitsForStock: z.boolean(),
  /** A part was submitted or shipped, and the rest was not. */
  isPartial: z.boolean(),
  /** Whether it is being submitted to Amazon, or being cancelled there, for good or to be resubmitted. */
  transit: z.enum(['sending', 'cancelling', 'resending']).nullable(),
  /** Amazon holds none of its SKUs, so only the seller can ship it. */
  needsOwnShipping: z.boolean(),
  /** Whether any part has shipped. */
  hasShipped: z.boolean(),
  deliveredAt: Moment.nullable(),
  reviewRequestedAt: Moment.nullable(),
  /** Whether the customer can be contacted. */
  hasEmail: z.boolean(),
  /** By name. */
  tags: z.array(OrderTag),
  assignee: z.object({ id: Id, name: z.string() }).nullable(),
  /** The company is in observe mode: nothing of the order can be sent now. */
  isObserving: z.boolean(),
})
export type OrderRow = z.output<typeof OrderRow>

/** The role that order actions need. */
export const stepAccess = 'ops'

export const waitingApi = {
  count: endpoint({
    method: 'GET',
    path: '/api/orders/waiting',
    summary: 'How many orders and deliveries need attention',
    access: 'readonly',
    scope: 'company',
    reply: z.object({ waiting: z.int() }),
  }),
}
