import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { t } from './i18n.ts'
import { Sum } from './money.ts'
import { TagIds } from './order-tags.ts'
import { OrderFilter } from './orders.ts'
import { batchActions, batchOutcomes, orderStatuses, shippingSpeeds } from './order-status.ts'

/** The most orders that can be selected one by one. */
export const mostBatchOrders = 500
/** The most orders of a batch that takes all that match a filter. */
export const mostMatchingOrders = 1_000

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

const chosenOrders = {
  orderIds: z
    .array(Id)
    .min(1, t('Choose at least one order'))
    .max(mostBatchOrders, t('Choose up to {mostBatchOrders} orders at a time', { mostBatchOrders }))
    .optional(),
  /** Instead of ids: all orders that match and had come in when the list was read. */
  matching: z.strictObject({ filter: OrderFilter, listedAt: Moment }).optional(),
  /** For submission; each order's own speed when omitted. */
  shippingSpeed: z.enum(shippingSpeeds).optional(),
}

type ChosenOrders = z.output<z.ZodObject<typeof chosenOrders>>

const isOneChoice = ({ orderIds, matching }: ChosenOrders) => (orderIds === undefined) !== (matching === undefined)
const neitherOrBoth = { path: ['orderIds'], error: t('Choose orders or a filter') }

const BatchInput = z
  .strictObject({
    ...chosenOrders,
    action: z.enum(batchActions),
    /** For holds and cancellations. */
    reason: line(t('Reason'), 500).optional(),
    /** For tags; those that are not named stay as they are. */
    tags: z.strictObject({ add: TagIds, remove: TagIds }).optional(),
    /** For assignments; null for nobody. */
    assigneeId: Id.nullable().optional(),
  })
  .refine(({ action, reason }) => action !== 'hold' || reason !== undefined, {
    path: ['reason'],
    error: t('Reason is required'),
  })
  .refine(({ action, tags }) => action !== 'tag' || (tags !== undefined && tags.add.length + tags.remove.length > 0), {
    path: ['tags'],
    error: t('Choose at least one tag'),
  })
  .refine(({ action, assigneeId }) => action !== 'assign' || assigneeId !== undefined, {
    path: ['assigneeId'],
    error: t('Choose who to assign the orders to'),
  })
  .refine(isOneChoice, neitherOrBoth)

/** What Amazon quoted for the same units at the same speed to the same country before. */
const FeeEstimate = z.object({
  /** One sum per currency. */
  sums: z.array(z.object({ amount: Sum, currency: z.string() })),
  /** Orders that can be sent now. */
  orders: z.int(),
  /** Those of them for which there is an estimate. */
  estimated: z.int(),
})
export type FeeEstimate = z.output<typeof FeeEstimate>

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
  fees: endpoint({
    method: 'POST',
    path: '/api/order-batches/fees',
    summary: 'What Amazon will about charge for sending several orders; nothing is sent',
    access: 'ops',
    scope: 'company',
    body: z.strictObject(chosenOrders).refine(isOneChoice, neitherOrBoth),
    reply: FeeEstimate,
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
