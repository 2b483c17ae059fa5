import { type SQL, sql } from 'drizzle-orm'
import { check, index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Message } from '#contract/i18n.ts'
import { attentionCodes } from '#contract/order-status.ts'
import { moment, oneOf } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'
import { orders } from './orders.ts'
import { webhookEvents } from './webhooks.ts'

/** Attention items: orders, or webhooks that did not become one, that need a person. */
export const attentionItems = companyTable(
  'attention_items',
  {
    orderId: uuid('order_id'),
    webhookEventId: uuid('webhook_event_id'),
    code: text('code', { enum: attentionCodes }).notNull(),
    reason: text('reason').notNull(),
    /** The reason where it is a sentence of ours, which each reader gets in their language. */
    sentence: jsonb('sentence').$type<Message>(),
    /** `waitsForStockSince`: a person lets the order wait for stock, so the item is not shown as open. */
    details: jsonb('details').$type<{ waitsForStockSince?: string }>(),
    raisedAt: moment('raised_at').notNull(),
    resolvedAt: moment('resolved_at'),
    resolution: text('resolution'),
  },
  (table) => [
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade' }),
    ...linkTo(table.companyId, table.webhookEventId, webhookEvents, { onDelete: 'cascade' }),
    oneOf(table.code, attentionCodes),
    check('attention_items_subject', sql`num_nonnulls(${table.orderId}, ${table.webhookEventId}) = 1`),
    index('attention_items_open')
      .on(table.companyId, table.raisedAt)
      .where(sql`${table.resolvedAt} is null`),
    uniqueIndex('attention_items_order_once')
      .on(table.companyId, table.orderId, table.code)
      .where(sql`${table.resolvedAt} is null`),
    uniqueIndex('attention_items_webhook_once')
      .on(table.companyId, table.webhookEventId, table.code)
      .where(sql`${table.resolvedAt} is null`),
  ],
)

/** Whether nobody lets the item wait for stock; `item` is the table's alias. */
export const isNotWaiting = (item: SQL): SQL => sql`${item}.details ->> 'waitsForStockSince' is null`
