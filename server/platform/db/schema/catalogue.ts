import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { stockHolders } from '#contract/inventory.ts'
import { weightUnits } from '#contract/units.ts'
import { moment, money, notBlank, notNegative, oneOf, positive, timestamps } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'
import { amazonIntegrations } from './marketplace.ts'

export const products = companyTable(
  'products',
  {
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    brand: text('brand').notNull().default(''),
    category: text('category').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    images: text('images').array().notNull().default([]),
    amazonImages: text('amazon_images').array().notNull().default([]),
    bulletPoints: text('bullet_points').array().notNull().default([]),
    searchKeywords: text('search_keywords').array().notNull().default([]),
    attributes: jsonb('attributes').notNull().default({}),
    amazonData: jsonb('amazon_data'),
    isActive: boolean('is_active').notNull().default(true),
    lastAmazonSync: moment('last_amazon_sync'),
    /** When each field was last changed here, written by a trigger (last write wins against Amazon). */
    editedAt: jsonb('edited_at').notNull().default({}),
    /** Optimistic locking: increases with every change. */
    version: integer('version').notNull().default(1),
    ...timestamps(),
  },
  (table) => [notBlank(table.title), index('products_newest').on(table.companyId, table.createdAt, table.id)],
)

export const skus = companyTable(
  'skus',
  {
    sku: text('sku').notNull(),
    asin: text('asin'),
    fnsku: text('fnsku'),
    /** The GTIN (UPC, EAN) of what is sold, as Amazon or a channel states it; null when unknown or when there are several. */
    barcode: text('barcode'),
    productId: uuid('product_id').notNull(),
    title: text('title'),
    price: money('price'),
    compareAtPrice: money('compare_at_price'),
    cost: money('cost'),
    weight: numeric('weight', { precision: 8, scale: 3 }),
    weightUnit: text('weight_unit', { enum: weightUnits }).notNull().default('pounds'),
    dimensions: jsonb('dimensions'),
    packageQuantity: integer('package_quantity').notNull().default(1),
    shippingTemplate: text('shipping_template'),
    isHazmat: boolean('is_hazmat').notNull().default(false),
    prepInstructions: text('prep_instructions'),
    attributes: jsonb('attributes').notNull().default({}),
    amazonData: jsonb('amazon_data'),
    isActive: boolean('is_active').notNull().default(true),
    /** When Amazon last reported a change of it; null if never. See `lastSyncOf`. */
    lastAmazonSync: moment('last_amazon_sync'),
    stockHolder: text('stock_holder', { enum: stockHolders }).notNull().default('merchant'),
    safetyBuffer: integer('safety_buffer').notNull().default(0),
    /** Set when a full read from Amazon lacks the SKU; a second one in a row sets its stock to zero. */
    missingOnAmazonSince: moment('missing_on_amazon_since'),
    /** The account and marketplace whose warehouse counts this SKU; others are never added. */
    amazonIntegrationId: uuid('amazon_integration_id'),
    amazonMarketplaceId: text('amazon_marketplace_id'),
    editedAt: jsonb('edited_at').notNull().default({}),
    version: integer('version').notNull().default(1),
    ...timestamps(),
  },
  (table) => [
    ...linkTo(table.companyId, table.productId, products),
    ...linkTo(table.companyId, table.amazonIntegrationId, amazonIntegrations),
    oneOf(table.weightUnit, weightUnits),
    oneOf(table.stockHolder, stockHolders),
    notBlank(table.sku),
    positive(table.packageQuantity),
    ...notNegative(table.price, table.compareAtPrice, table.cost, table.weight, table.safetyBuffer),
    uniqueIndex('skus_sku').on(table.companyId, table.sku),
    index('skus_asin').on(table.companyId, table.asin),
    index('skus_active')
      .on(table.companyId, table.sku, table.asin, table.id)
      .where(sql`${table.isActive}`),
    index('skus_inactive')
      .on(table.companyId, table.id)
      .where(sql`not ${table.isActive}`),
  ],
)

/**
 * Counters of products and active SKUs as increments to be summed. A trigger writes an increment with each change and merges the
 * company's unlocked increments into it, so that rows stay few and no writer waits for another.
 */
export const catalogueCounters = companyTable('catalogue_tallies', {
  products: bigint('products', { mode: 'number' }).notNull(),
  activeSkus: bigint('active_skus', { mode: 'number' }).notNull(),
})
