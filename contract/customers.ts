import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { notificationMethods, notificationStatuses, notificationTypes } from './notification-values.ts'
import { OrderRow } from './order-row.ts'
import { ShownAddress } from './orders.ts'

/** The newest orders and messages that a customer's page shows. */
export const shownOfCustomer = { orders: 50, messages: 20 } as const

/** One customer with what they bought. Email, phone and street are masked for read-only people; orders whose data were erased are left out. */
export const CustomerDetail = z.object({
  id: Id,
  /** Null without one, and once it is erased. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  erasedAt: Moment.nullable(),
  orderCount: z.int(),
  firstOrderAt: Moment.nullable(),
  lastOrderAt: Moment.nullable(),
  /** What they paid for orders that were not cancelled, refunds taken off. */
  totals: z.array(z.object({ currency: z.string(), amount: z.string(), orders: z.int() })),
  addresses: z.array(ShownAddress.extend({ id: Id })),
  /** Newest first, at most `shownOfCustomer.orders`. */
  orders: z.array(OrderRow),
  /** Emails and texts, newest first, without their contents. */
  messages: z.array(
    z.object({
      id: Id,
      type: z.enum(notificationTypes),
      method: z.enum(notificationMethods),
      status: z.enum(notificationStatuses),
      createdAt: Moment,
    }),
  ),
})
export type CustomerDetail = z.output<typeof CustomerDetail>

export const customersApi = {
  detail: endpoint({
    method: 'GET',
    path: '/api/customers/:customerId',
    summary: 'One customer with contacts, addresses, orders and messages; the audit log records who looked',
    access: 'readonly',
    scope: 'company',
    params: z.strictObject({ customerId: Id }),
    reply: CustomerDetail,
  }),
}
