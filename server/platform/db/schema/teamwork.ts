import { sql } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bellKinds } from '#contract/bell.ts'
import { moment, oneOf } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { orderBatches } from './order-batches.ts'
import { orders } from './orders.ts'

/** Whom an order is assigned to. An order that is not here is assigned to nobody. */
export const orderAssignments = keyedCompanyTable(
  'order_assignments',
  {
    orderId: uuid('order_id').notNull(),
    userId: uuid('user_id').notNull(),
    assignedAt: moment('assigned_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'order_assignments_pkey', columns: [table.companyId, table.orderId] }),
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade', indexed: false }),
    index('order_assignments_user').on(table.companyId, table.userId, table.orderId),
  ],
)

/** What a person hears of by the bell. Names and notes are not copied, so nothing is to be erased here. */
export const bellItems = companyTable(
  'bell_items',
  {
    /** Whose item it is. */
    userId: uuid('user_id').notNull(),
    kind: text('kind', { enum: bellKinds }).notNull(),
    orderId: uuid('order_id'),
    batchId: uuid('batch_id'),
    orders: integer('orders').notNull().default(1),
    /** Who did it; null for Lockstep itself. */
    actorId: uuid('actor_id'),
    /** Of a batch: what it did, and how many orders refused it. */
    details: jsonb('details'),
    occurredAt: moment('occurred_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [
    oneOf(table.kind, bellKinds),
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade' }),
    ...linkTo(table.companyId, table.batchId, orderBatches, { onDelete: 'cascade' }),
    index('bell_items_newest').on(table.companyId, table.userId, table.occurredAt, table.id),
    index('bell_items_unread')
      .on(table.companyId, table.userId)
      .where(sql`${table.readAt} is null`),
    index('bell_items_age').on(table.companyId, table.occurredAt),
  ],
)
