import { z } from 'zod'
import { channelTypes } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Moment } from './fields.ts'
import { Sum } from './money.ts'
import { OrderRow } from './order-row.ts'

/** Number of orders on the dashboard. */
export const mostRecentOrders = 10

/** The customer's e-mail is masked for read-only people. */
export const RecentOrder = OrderRow.omit({ totalAmount: true, customerName: true }).extend({
  total: z.string(),
  /** Whether it was ever sent to Amazon, also in vain. */
  wasSent: z.boolean(),
  channel: z.object({ type: z.enum(channelTypes), name: z.string() }).nullable(),
  customer: z
    .object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
})
export type RecentOrder = z.output<typeof RecentOrder>

/** Number of low-stock SKUs on the dashboard. */
export const mostInventoryAlerts = 5

/**
 * Today in the company's time zone. `before` holds orders and revenue of yesterday up to this hour, and the low-stock count of then.
 * Orders and revenue are those of the sales report for today.
 */
export const DashboardMetrics = z.object({
  todayOrders: z.int(),
  todayRevenue: Sum,
  /** Today's revenue in other currencies, which is in no sum because nothing is converted. */
  otherRevenue: z.array(z.object({ currency: z.string(), revenue: Sum })),
  lowStockCount: z.int(),
  failedJobsCount: z.int(),
  currency: z.string(),
  today: z.iso.date(),
  before: z.object({ orders: z.int(), revenue: Sum, lowStock: z.int() }),
  /** Whether the checklist of the first hour is shown; somebody hides it when all is done. */
  hasFirstSteps: z.boolean(),
})
export type DashboardMetrics = z.output<typeof DashboardMetrics>

/** The health of fulfillment by Amazon: `troubled` while Amazon rejects us or does not answer, `slow` while it throttles us. */
const fulfillmentHealthStates = ['not_connected', 'healthy', 'slow', 'troubled'] as const
export type FulfillmentHealthState = (typeof fulfillmentHealthStates)[number]

export const FulfillmentHealth = z.object({
  state: z.enum(fulfillmentHealthStates),
  /** A sentence for people: what is wrong and what to do, or that all is well. */
  detail: z.string(),
  /** When Amazon last answered. */
  lastAnswerAt: Moment.nullable(),
  /** Orders that were submitted and not answered yet. */
  waiting: z.int(),
})
export type FulfillmentHealth = z.output<typeof FulfillmentHealth>

/** Things that wait, and since when the oldest does. */
const Pile = z.object({ count: z.int(), oldestAt: Moment.nullable() })
export type Pile = z.output<typeof Pile>

/** What a day's work consists of. `toShip` leaves out orders on hold; `toReorder` is what the low stock alerts count. */
export const TodaysWork = z.object({ toShip: Pile, attention: Pile, toReorder: Pile, failed: Pile })
export type TodaysWork = z.output<typeof TodaysWork>

export const dashboardApi = {
  today: endpoint({
    method: 'GET',
    path: '/api/dashboard/today',
    summary: 'The work of today: how much of each kind, and how old',
    access: 'readonly',
    scope: 'company',
    reply: TodaysWork,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/api/dashboard/metrics',
    summary: 'The figures of the four cards, and what they were yesterday at this hour',
    access: 'readonly',
    scope: 'company',
    reply: DashboardMetrics,
  }),
  fulfillmentHealth: endpoint({
    method: 'GET',
    path: '/api/dashboard/fulfillment-health',
    summary: 'Status of shipping through Amazon; reads only the database, never Amazon',
    access: 'readonly',
    scope: 'company',
    reply: FulfillmentHealth,
  }),
  recentOrders: endpoint({
    method: 'GET',
    path: '/api/dashboard/recent-orders',
    summary: 'The newest orders',
    access: 'readonly',
    scope: 'company',
    reply: z.array(RecentOrder),
  }),
}
