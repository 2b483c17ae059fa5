import { z } from 'zod'
import { channelTypes } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { orderStatuses } from './order-status.ts'

export const Total = z.string().regex(/^\d{1,10}\.\d{2}$/)

/** An order as lists show it. Apart from the rest of `orders.ts`, because every screen has the badge and the dashboard rows. */
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
  /** Units, over all lines. */
  itemCount: z.int(),
  placedAt: Moment,
  isHeld: z.boolean(),
  needsAttention: z.boolean(),
  /** A part of it has been sent or has shipped, and the rest has not. */
  isPartial: z.boolean(),
  /** Whether it is just on its way to Amazon, or being stopped there, for good or in order to be sent anew. */
  transit: z.enum(['sending', 'cancelling', 'resending']).nullable(),
  /** Whether anything of it ever left a warehouse. */
  hasShipped: z.boolean(),
  deliveredAt: Moment.nullable(),
  reviewRequestedAt: Moment.nullable(),
  /** Whether its customer can be written to. */
  hasEmail: z.boolean(),
})
export type OrderRow = z.output<typeof OrderRow>

/** Who may have an order take a step. */
export const stepAccess = 'ops'

export const waitingApi = {
  count: endpoint({
    method: 'GET',
    path: '/api/orders/waiting',
    summary: 'How many orders and deliveries wait for a person',
    access: 'readonly',
    scope: 'company',
    reply: z.object({ waiting: z.int() }),
  }),
}
