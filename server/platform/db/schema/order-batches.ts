import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { batchActions, batchOutcomes, shippingSpeeds } from '#contract/order-status.ts'
import { moment, oneOf } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { fulfillments } from './fulfillment.ts'
import { orders } from './orders.ts'

/** One action on several orders at once. */
export const orderBatches = companyTable(
  'order_batches',
  {
    action: text('action', { enum: batchActions }).notNull(),
    reason: text('reason'),
    shippingSpeed: text('shipping_speed', { enum: shippingSpeeds }),
    addTagIds: uuid('add_tag_ids').array().notNull().default([]),
    removeTagIds: uuid('remove_tag_ids').array().notNull().default([]),
    /** Of assignments; null assigns to nobody. */
    assigneeId: uuid('assignee_id'),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    startedAt: moment('started_at').notNull(),
    stoppedAt: moment('stopped_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    oneOf(table.action, batchActions),
    oneOf(table.shippingSpeed, shippingSpeeds),
    index('order_batches_open')
      .on(table.companyId, table.startedAt)
      .where(sql`${table.finishedAt} is null`),
  ],
)

export const orderBatchItems = keyedCompanyTable(
  'order_batch_items',
  {
    batchId: uuid('batch_id').notNull(),
    orderId: uuid('order_id').notNull(),
    position: integer('position').notNull(),
    outcome: text('outcome', { enum: batchOutcomes }).notNull().default('waiting'),
    message: text('message'),
    /** The fulfillment attempt of this item. */
    fulfillmentId: uuid('fulfillment_id'),
  },
  (table) => [
    primaryKey({ name: 'order_batch_items_pkey', columns: [table.companyId, table.batchId, table.orderId] }),
    ...linkTo(table.companyId, table.batchId, orderBatches, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade' }),
    ...linkTo(table.companyId, table.fulfillmentId, fulfillments),
    oneOf(table.outcome, batchOutcomes),
  ],
)
