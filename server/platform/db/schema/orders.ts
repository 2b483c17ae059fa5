import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { actorTypes } from '#contract/audit.ts'
import { channelHolds } from '#contract/channel-values.ts'
import type { Message } from '#contract/i18n.ts'
import type { AmountOrigins } from '#contract/orders.ts'
import { orderStatuses, shippingSpeeds } from '#contract/order-status.ts'
import { channels } from './channels.ts'
import { skus } from './catalogue.ts'
import { moment, money, notBlank, notNegative, oneOf, positive, timestamps, total } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { customerAddresses, customers } from './customers.ts'

export const orders = companyTable(
  'orders',
  {
    orderNumber: text('order_number').notNull(),
    channelId: uuid('channel_id'),
    externalOrderId: text('external_order_id').notNull(),
    /** The number by which the channel and its customer know the order, where it differs from its id. */
    externalNumber: text('external_number'),
    customerId: uuid('customer_id'),
    /** A copy of the customer's name, because the list is searched by it. */
    customerName: text('customer_name'),
    shippingAddressId: uuid('shipping_address_id'),
    status: text('status', { enum: orderStatuses }).notNull().default('placed'),
    subtotal: total('subtotal').notNull().default('0'),
    taxAmount: total('tax_amount').notNull().default('0'),
    shippingAmount: total('shipping_amount').notNull().default('0'),
    discountAmount: total('discount_amount').notNull().default('0'),
    total: total('total').notNull().default('0'),
    /** The amounts that the channel left out: `worked_out` from the others or `not_given`, and then stored as 0. Null: it gave all. */
    amountOrigins: jsonb('amount_origins').$type<AmountOrigins>(),
    /** What the channel has paid back. `total` is what was ordered. */
    refundedAmount: total('refunded_amount').notNull().default('0'),
    currency: text('currency').notNull().default('USD'),
    promotionSummary: jsonb('promotion_summary'),
    notes: text('notes'),
    shippingSpeed: text('shipping_speed', { enum: shippingSpeeds }).notNull().default('standard'),
    placedAt: moment('placed_at').notNull(),
    /** The time of the newest event that the channel has sent. */
    channelUpdatedAt: moment('channel_updated_at'),
    /** A keyed hash of the address that the channel sent last: a person's correction stays until the channel sends another one. */
    channelAddressHash: text('channel_address_hash'),
    /** When a person last restored it; earlier cancellations by the channel are ignored. */
    restoredAt: moment('restored_at'),
    heldAt: moment('held_at'),
    holdReason: text('hold_reason'),
    /**
     * The channel keeps it back: it is not sent until the channel releases it. `channelHoldReason` says why, in words for people;
     * `channelHeldAt` is when the channel last said so, by its clock.
     */
    channelHold: text('channel_hold', { enum: channelHolds }),
    channelHoldReason: text('channel_hold_reason'),
    channelHeldAt: moment('channel_held_at'),
    /** Why only a part of the order could be shipped. */
    partialReason: text('partial_reason'),
    /** When auto-fulfillment is due. */
    fulfillAfter: moment('fulfill_after'),
    shippedAt: moment('shipped_at'),
    deliveredAt: moment('delivered_at'),
    cancelledAt: moment('cancelled_at'),
    /** When the retention time of the customer's data begins. */
    closedAt: moment('closed_at').generatedAlwaysAs(sql`coalesce(delivered_at, cancelled_at)`),
    reviewRequestedAt: moment('review_requested_at'),
    erasedAt: moment('erased_at'),
    ...timestamps(),
  },
  (table) => [
    ...linkTo(table.companyId, table.channelId, channels, { indexed: false }),
    ...linkTo(table.companyId, table.customerId, customers, { indexed: false }),
    // Covering index for the totals of customers.
    index('orders_customer').on(
      table.companyId,
      table.customerId,
      table.placedAt,
      table.status,
      table.currency,
      table.total,
    ),
    ...linkTo(table.companyId, table.shippingAddressId, customerAddresses),
    oneOf(table.status, orderStatuses),
    oneOf(table.shippingSpeed, shippingSpeeds),
    oneOf(table.channelHold, channelHolds),
    notBlank(table.orderNumber),
    notBlank(table.externalOrderId),
    ...notNegative(table.subtotal, table.taxAmount, table.shippingAmount, table.discountAmount, table.total),
    check('orders_currency_code', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('orders_hold_has_reason', sql`(${table.heldAt} is null) = (${table.holdReason} is null)`),
    uniqueIndex('orders_order_number').on(table.companyId, table.orderNumber),
    unique('orders_external_order_id').on(table.companyId, table.channelId, table.externalOrderId).nullsNotDistinct(),
    index('orders_external_number')
      .on(table.companyId, table.externalNumber)
      .where(sql`${table.externalNumber} is not null`),
    index('orders_newest').on(table.companyId, table.placedAt, table.id),
    // Covering index for the placing times of orders that wait.
    index('orders_placed_by_id').on(table.companyId, table.id, table.placedAt),
    index('orders_status').on(table.companyId, table.status, table.placedAt, table.id),
    index('orders_channel').on(table.companyId, table.channelId, table.placedAt, table.id),
    index('orders_fulfill_after')
      .on(table.companyId, table.fulfillAfter)
      .where(sql`${table.fulfillAfter} is not null`),
    index('orders_partial')
      .on(table.companyId, table.placedAt)
      .where(sql`${table.partialReason} is not null`),
    index('orders_to_erase')
      .on(table.companyId, table.closedAt)
      .where(sql`${table.erasedAt} is null`),
  ],
)

/**
 * What is particular to an order that a person entered or imported. `requestId` is the idempotency key of the form or of a line of the file.
 */
export const manualOrders = keyedCompanyTable(
  'manual_orders',
  {
    orderId: uuid('order_id').notNull(),
    requestId: uuid('request_id').notNull(),
    /** The order in place of which it is sent, such as one that arrived broken. */
    replacesOrderId: uuid('replaces_order_id'),
    /** Whether the customer gets our emails and texts about it. */
    messagesCustomer: boolean('messages_customer').notNull(),
  },
  (table) => [
    primaryKey({ name: 'manual_orders_pkey', columns: [table.companyId, table.orderId] }),
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.replacesOrderId, orders),
    uniqueIndex('manual_orders_request').on(table.companyId, table.requestId),
  ],
)

/**
 * Counters of orders per status and channel as increments to be summed: a trigger writes them with each order, so that counting a
 * million orders reads few rows and no writer waits for a counter. A job merges old increments.
 */
export const orderCounters = companyTable(
  'order_tallies',
  {
    channelId: uuid('channel_id'),
    status: text('status', { enum: orderStatuses }).notNull(),
    change: bigint('change', { mode: 'number' }).notNull(),
  },
  (table) => [oneOf(table.status, orderStatuses)],
)

/**
 * What a search of orders reads: numbers, customer's name, postal code, the lines' SKUs and titles, and tracking numbers in one text.
 * Written by trigger (`write_order_search`, migration 0027), so it goes when they are erased.
 */
export const orderSearch = keyedCompanyTable(
  'order_search',
  {
    orderId: uuid('order_id').notNull(),
    placedAt: moment('placed_at').notNull(),
    document: text('document').notNull(),
  },
  (table) => [
    primaryKey({ name: 'order_search_pkey', columns: [table.companyId, table.orderId] }),
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade', indexed: false }),
  ],
)

/** `sku` is the channel's code; `skuId` is null until it is mapped to one of our SKUs. */
export const orderItems = companyTable(
  'order_items',
  {
    orderId: uuid('order_id').notNull(),
    position: integer('position').notNull(),
    skuId: uuid('sku_id'),
    externalItemId: text('external_item_id'),
    /** The channel's id of the product or variant, by which the line is matched (`channel_items`). */
    externalProductId: text('external_product_id'),
    /** What the customer chose or had written on it (engraving, size of a ring): names and values. Erased with the customer. */
    properties: jsonb('properties'),
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    totalPrice: total('total_price').notNull(),
    title: text('title'),
    sku: text('sku').notNull(),
  },
  (table) => [
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus),
    positive(table.quantity),
    ...notNegative(table.unitPrice, table.totalPrice),
    uniqueIndex('order_items_position').on(table.companyId, table.orderId, table.position),
    index('order_items_unmapped')
      .on(table.companyId, table.sku)
      .where(sql`${table.skuId} is null`),
  ],
)

/** The order's timeline: what happened, who or what did it, when and why. */
export const orderEvents = companyTable(
  'order_events',
  {
    orderId: uuid('order_id').notNull(),
    event: text('event').notNull(),
    description: text('description').notNull(),
    reason: text('reason'),
    actorType: text('actor_type', { enum: actorTypes }).notNull(),
    actorName: text('actor_name').notNull(),
    userId: uuid('user_id'),
    details: jsonb('details'),
    /** Description and reason where they are sentences of ours, which each reader gets in their language. */
    sentences: jsonb('sentences').$type<{ description?: Message; reason?: Message }>(),
    occurredAt: moment('occurred_at').notNull(),
  },
  (table) => [
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade', indexed: false }),
    oneOf(table.actorType, actorTypes),
    index('order_events_timeline').on(table.companyId, table.orderId, table.occurredAt, table.id),
  ],
)

/** The last order number. Intake locks this row first, which serializes the intake of one company. */
export const orderNumbers = keyedCompanyTable(
  'order_numbers',
  { last: bigint('last', { mode: 'number' }).notNull() },
  (table) => [primaryKey({ name: 'order_numbers_pkey', columns: [table.companyId] })],
)
