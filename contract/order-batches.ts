import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { batchActions, batchOutcomes, orderStatuses, shippingSpeeds } from './order-status.ts'

/** The most orders that can be selected on the screen. */
export const mostBatchOrders = 500

const BatchResult = z.object({
  orderId: Id,
  orderNumber: z.string(),
  externalOrderId: z.string(),
  externalNumber: z.string().nullable(),
  channelName: z.string().nullable(),
  status: z.enum(orderStatuses),
  outcome: z.enum(batchOutcomes),
  /** Why the action was refused, as a sentence for people. */
  message: z.string().nullable(),
})
export type BatchResult = z.output<typeof BatchResult>

/** One action on several orders, with its progress and a result per order. */
export const OrderBatch = z.object({
  id: Id,
  action: z.enum(batchActions),
  startedBy: z.string(),
  startedAt: Moment,
  /** Null until all items are done. */
  finishedAt: Moment.nullable(),
  total: z.int(),
  counts: z.record(z.enum(batchOutcomes), z.int()),
  results: z.array(BatchResult),
})
export type OrderBatch = z.output<typeof OrderBatch>

const BatchInput = z
  .strictObject({
    action: z.enum(batchActions),
    orderIds: z
      .array(Id)
      .min(1, 'Choose at least one order')
      .max(mostBatchOrders, `Choose at most ${mostBatchOrders} orders at once`),
    /** For holds. */
    reason: line('Reason', 500).optional(),
    /** For submission; each order's own speed when omitted. */
    shippingSpeed: z.enum(shippingSpeeds).optional(),
  })
  .refine(({ action, reason }) => action !== 'hold' || reason !== undefined, {
    path: ['reason'],
    error: 'Reason is required',
  })

export const orderBatchesApi = {
  start: endpoint({
    method: 'POST',
    path: '/api/order-batches',
    summary: 'Do one thing to several orders; the answer names the batch to follow',
    access: 'ops',
    scope: 'company',
    body: BatchInput,
    reply: OrderBatch,
    status: 202,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/order-batches/:batchId',
    summary: 'How far a batch has come, with a result per order',
    access: 'readonly',
    scope: 'company',
    params: z.strictObject({ batchId: Id }),
    reply: OrderBatch,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/order-batches/:batchId/stop',
    summary: 'Leave alone what has not been begun yet',
    access: 'ops',
    scope: 'company',
    params: z.strictObject({ batchId: Id }),
    reply: OrderBatch,
  }),
}
