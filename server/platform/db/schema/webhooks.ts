import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { deliveryStatuses, intakeSources } from '#contract/channel-values.ts'
import { channels } from './channels.ts'
import { createdAt, moment, notNegative, oneOf } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'
import { orders } from './orders.ts'

/** The inbox: deliveries from channels. `payload` is encrypted, because it contains customers' addresses. */
export const webhookEvents = companyTable(
  'webhook_events',
  {
    channelId: uuid('channel_id'),
    deliveryId: text('delivery_id'),
    eventType: text('event_type'),
    source: text('source', { enum: intakeSources }).notNull().default('webhook'),
    externalOrderId: text('external_order_id'),
    /** When it happened at the channel, by the channel's clock. */
    eventAt: moment('event_at'),
    payload: text('payload').notNull(),
    signature: text('signature'),
    isVerified: boolean('is_verified').notNull().default(false),
    isProcessed: boolean('is_processed').notNull().default(false),
    processedAt: moment('processed_at'),
    error: text('error'),
    orderId: uuid('order_id'),
    /** Code and reason by which the channel keeps back an order that had not come in yet. */
    hold: jsonb('hold'),
    /** When the order is fetched from the channel, for deliveries that only name it. */
    fetchAfter: moment('fetch_after'),
    askedAt: moment('asked_at'),
    /** How often fetching this order failed while other orders of the channel could be fetched. */
    fetchFailures: integer('fetch_failures').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    ...linkTo(table.companyId, table.channelId, channels, { indexed: false }),
    ...linkTo(table.companyId, table.orderId, orders),
    oneOf(table.source, intakeSources),
    index('webhook_events_newest').on(table.companyId, table.channelId, table.createdAt, table.id),
    // Only verified deliveries are unique, so that a forged one cannot block the real one.
    uniqueIndex('webhook_events_delivery')
      .on(table.companyId, table.channelId, table.deliveryId)
      .where(sql`${table.isVerified}`),
    index('webhook_events_waiting')
      .on(table.companyId, table.createdAt)
      .where(sql`${table.isVerified} and not ${table.isProcessed} and ${table.error} is null`),
    index('webhook_events_refused')
      .on(table.companyId, table.channelId, table.createdAt, table.id)
      .where(sql`not ${table.isVerified}`),
    index('webhook_events_troubled')
      .on(table.companyId, table.channelId, table.createdAt, table.id)
      .where(sql`${table.isVerified} and ${table.error} is not null`),
    index('webhook_events_order').on(table.companyId, table.channelId, table.externalOrderId),
    // For the hourly purge; erased rows are not in the index.
    index('webhook_events_to_erase')
      .on(table.companyId, table.createdAt)
      .where(sql`${table.payload} <> ''`),
  ],
)

/** The outbox of messages to channels. `eventKey` deduplicates: one message per event, however often its cause is seen. */
export const channelDeliveries = companyTable(
  'channel_deliveries',
  {
    channelId: uuid('channel_id').notNull(),
    orderId: uuid('order_id'),
    eventType: text('event_type').notNull(),
    eventKey: text('event_key').notNull(),
    payload: text('payload').notNull(),
    url: text('url').notNull(),
    status: text('status', { enum: deliveryStatuses }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    responseStatus: integer('response_status'),
    error: text('error'),
    createdAt: createdAt(),
    /** When it is (re)tried; null once it is done. */
    nextAttemptAt: moment('next_attempt_at'),
    deliveredAt: moment('delivered_at'),
  },
  (table) => [
    ...linkTo(table.companyId, table.channelId, channels, { indexed: false }),
    ...linkTo(table.companyId, table.orderId, orders),
    oneOf(table.status, deliveryStatuses),
    ...notNegative(table.attempts),
    uniqueIndex('channel_deliveries_event').on(table.companyId, table.channelId, table.eventKey),
    index('channel_deliveries_newest').on(table.companyId, table.channelId, table.createdAt, table.id),
    index('channel_deliveries_due')
      .on(table.companyId, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    index('channel_deliveries_to_erase')
      .on(table.companyId, table.createdAt)
      .where(sql`${table.payload} <> ''`),
  ],
)
