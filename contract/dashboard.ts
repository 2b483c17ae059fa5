import { z } from 'zod'
import { channelTypes } from './channel-words.ts'
import { endpoint } from './endpoint.ts'
import { OrderRow } from './order-row.ts'

/** How many orders the dashboard shows. */
export const mostRecentOrders = 10

/** The customer's e-mail is masked for who may only read; the other fields say what can be done to the order. */
export const RecentOrder = OrderRow.omit({ totalAmount: true, customerName: true }).extend({
  total: z.string(),
  channel: z.object({ type: z.enum(channelTypes), name: z.string() }).nullable(),
  customer: z
    .object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
})
export type RecentOrder = z.output<typeof RecentOrder>

export const dashboardApi = {
  recentOrders: endpoint({
    method: 'GET',
    path: '/api/dashboard/recent-orders',
    summary: 'The newest orders',
    access: 'readonly',
    scope: 'company',
    reply: z.array(RecentOrder),
  }),
}
