import type { OrderRow } from '#contract/orders.ts'

/** What the pieces of one order need to know of it; the list, the drawer and the dashboard all have it. */
export type OrderSubject = Omit<OrderRow, 'totalAmount' | 'customerName' | 'channelType' | 'channelName'>
