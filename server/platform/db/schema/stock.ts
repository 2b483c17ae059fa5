import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { adjustmentReasons, holdEndings, stockSources } from '#contract/inventory.ts'
import { skus } from './catalogue.ts'
import { createdAt, moment, notNegative, oneOf, positive, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { fulfillments } from './fulfillment.ts'
import { orderItems } from './orders.ts'

const quantities = () => ({
  qtyAvailable: integer('qty_available').notNull().default(0),
  qtyReserved: integer('qty_reserved').notNull().default(0),
  qtyInbound: integer('qty_inbound').notNull().default(0),
})

/** History: one row per SKU and change. `capturedAt` is when the source was read, not when the row was written. */
export const inventorySnapshots = companyTable(
  'inventory_snapshots',
  {
    skuId: uuid('sku_id').notNull(),
    source: text('source', { enum: stockSources }).notNull().default('amazon'),
    ...quantities(),
    capturedAt: moment('captured_at').notNull(),
    /** Of an adjustment. */
    reason: text('reason', { enum: adjustmentReasons }),
    note: text('note'),
    createdAt: createdAt(),
  },
  (table) => [
    ...linkTo(table.companyId, table.skuId, skus, { indexed: false }),
    oneOf(table.source, stockSources),
    oneOf(table.reason, adjustmentReasons),
    ...notNegative(table.qtyAvailable, table.qtyReserved, table.qtyInbound),
    index('inventory_snapshots_history').on(table.companyId, table.skuId, table.capturedAt),
  ],
)

/**
 * The current stock level: the last snapshot and the sum of open holds, which is recomputed with every change of them. Decisions about
 * units lock this row first. A trigger creates it with its SKU; `source` and `readAt` are null until the first count.
 */
export const stockLevels = keyedCompanyTable(
  'stock_levels',
  {
    skuId: uuid('sku_id').notNull(),
    source: text('source', { enum: stockSources }),
    ...quantities(),
    readAt: moment('read_at'),
    /** When Amazon last reported the SKU. Stored here, because a sync writes this row anyway. */
    seenAt: moment('seen_at'),
    qtyHeld: integer('qty_held').notNull().default(0),
    /** Shown as Available on the Inventory screen. */
    qtyFree: integer('qty_free')
      .notNull()
      .generatedAlwaysAs(sql`greatest(qty_available - qty_held, 0)`),
    /** Since when the SKU has been low, so that an alert fires once per crossing. */
    lowSince: moment('low_since'),
    ...timestamps(),
  },
  (table) => [
    primaryKey({ name: 'stock_levels_pkey', columns: [table.companyId, table.skuId] }),
    ...linkTo(table.companyId, table.skuId, skus, { onDelete: 'cascade', indexed: false }),
    oneOf(table.source, stockSources),
    check('stock_levels_count_has_source', sql`(${table.source} is null) = (${table.readAt} is null)`),
    ...notNegative(table.qtyAvailable, table.qtyReserved, table.qtyInbound, table.qtyHeld),
    index('stock_levels_free').on(table.companyId, table.qtyFree, table.skuId),
  ],
)

/** Past low-stock periods of a SKU, written by a trigger when they end; a current one is in the stock level. */
export const lowStockSpells = companyTable(
  'low_stock_spells',
  {
    skuId: uuid('sku_id').notNull(),
    beganAt: moment('began_at').notNull(),
    endedAt: moment('ended_at').notNull(),
  },
  (table) => [
    ...linkTo(table.companyId, table.skuId, skus, { onDelete: 'cascade' }),
    index('low_stock_spells_ended').on(table.companyId, table.endedAt),
  ],
)

/**
 * Units held for an order that Amazon's count may still include. A hold ends with a snapshot read after `acceptedAt`, or when the order
 * is cancelled.
 */
export const stockHolds = companyTable(
  'stock_holds',
  {
    skuId: uuid('sku_id').notNull(),
    orderItemId: uuid('order_item_id').notNull(),
    /** The fulfillment that ships these units; null while they wait for one. */
    fulfillmentId: uuid('fulfillment_id'),
    quantity: integer('quantity').notNull(),
    createdAt: createdAt(),
    acceptedAt: moment('accepted_at'),
    endedAt: moment('ended_at'),
    ending: text('ending', { enum: holdEndings }),
  },
  (table) => [
    ...linkTo(table.companyId, table.skuId, skus),
    ...linkTo(table.companyId, table.orderItemId, orderItems),
    ...linkTo(table.companyId, table.fulfillmentId, fulfillments),
    oneOf(table.ending, holdEndings),
    positive(table.quantity),
    check('stock_holds_end_has_cause', sql`(${table.endedAt} is null) = (${table.ending} is null)`),
    index('stock_holds_open')
      .on(table.companyId, table.skuId)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex('stock_holds_waiting')
      .on(table.companyId, table.orderItemId)
      .where(sql`${table.endedAt} is null and ${table.fulfillmentId} is null`),
    uniqueIndex('stock_holds_fulfilling')
      .on(table.companyId, table.orderItemId, table.fulfillmentId)
      .where(sql`${table.endedAt} is null`),
  ],
)
