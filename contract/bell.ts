import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { batchActions } from './order-status.ts'

/**
 * What a person hears of by the bell: an order was assigned to them, a colleague mentioned them or wrote a note after theirs, or what they
 * started in the background has ended.
 */
export const bellKinds = ['assigned', 'mentioned', 'noted', 'batch_finished'] as const

/** The newest items that the bell lists. */
export const mostBellItems = 50

export const bellDays = 90

export const BellItem = z.object({
  id: Id,
  kind: z.enum(bellKinds),
  /** Null for several orders at once, and for a batch. */
  order: z
    .object({ id: Id, orderNumber: z.string(), externalOrderId: z.string(), externalNumber: z.string().nullable() })
    .nullable(),
  /** How many orders were assigned at once, or are in the batch. */
  orders: z.int(),
  batch: z.object({ id: Id, action: z.enum(batchActions), refused: z.int() }).nullable(),
  /** Null for Lockstep itself, and for people who have left. */
  actorName: z.string().nullable(),
  at: Moment,
  isRead: z.boolean(),
})
export type BellItem = z.output<typeof BellItem>

export const bellApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/bell',
    summary: 'Your own items, newest first, and how many are unread',
    access: 'readonly',
    scope: 'company',
    reply: z.object({ unread: z.int(), items: z.array(BellItem) }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/bell/read',
    summary: 'Mark one or all of your own items as read',
    access: 'readonly',
    scope: 'company',
    body: z.strictObject({ itemId: Id.optional() }),
    reply: z.object({ marked: z.int() }),
  }),
}
