import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { stockHolders } from '#contract/inventory.ts'
import { changeDirections, changeOutcomes, listingFields } from '#contract/marketplace-values.ts'
import { skus } from './catalogue.ts'
import { createdAt, moment, oneOf, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { amazonIntegrations, marketplaceSyncRuns } from './marketplace.ts'

/**
 * A SKU's listing at Amazon for three-way merging: `amazon` has the fields as last read, `agreed` the last common values (merge base),
 * `sent` values that were sent and not read back yet. They distinguish an echo of our own change from a change at Amazon.
 */
export const amazonListings = keyedCompanyTable(
  'amazon_listings',
  {
    integrationId: uuid('integration_id').notNull(),
    marketplaceId: text('marketplace_id').notNull(),
    skuId: uuid('sku_id').notNull(),
    asin: text('asin'),
    productType: text('product_type'),
    statuses: text('statuses').array().notNull().default([]),
    fulfilledBy: text('fulfilled_by', { enum: stockHolders }).notNull().default('merchant'),
    issues: jsonb('issues').notNull().default([]),
    amazon: jsonb('amazon').notNull().default({}),
    agreed: jsonb('agreed').notNull().default({}),
    sent: jsonb('sent').notNull().default({}),
    changedAt: moment('changed_at'),
    readAt: moment('read_at'),
    sentAt: moment('sent_at'),
    sendError: text('send_error'),
    /** When images, dimensions and the like were last read from Amazon's catalogue. */
    detailsReadAt: moment('details_read_at'),
    ...timestamps(),
  },
  (table) => [
    primaryKey({
      name: 'amazon_listings_pkey',
      columns: [table.companyId, table.integrationId, table.marketplaceId, table.skuId],
    }),
    ...linkTo(table.companyId, table.integrationId, amazonIntegrations, { indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus, { onDelete: 'cascade' }),
    oneOf(table.fulfilledBy, stockHolders),
  ],
)

/** The differences that a two-way sync found per field, and their outcomes. Values are texts for people. */
export const listingChanges = companyTable(
  'listing_changes',
  {
    runId: uuid('run_id').notNull(),
    skuId: uuid('sku_id').notNull(),
    marketplaceId: text('marketplace_id').notNull(),
    field: text('field', { enum: listingFields }).notNull(),
    direction: text('direction', { enum: changeDirections }).notNull(),
    ours: text('ours'),
    amazon: text('amazon'),
    isConflict: boolean('is_conflict').notNull().default(false),
    outcome: text('outcome', { enum: changeOutcomes }).notNull().default('planned'),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [
    ...linkTo(table.companyId, table.runId, marketplaceSyncRuns, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus, { onDelete: 'cascade' }),
    oneOf(table.field, listingFields),
    oneOf(table.direction, changeDirections),
    oneOf(table.outcome, changeOutcomes),
    index('listing_changes_of_run').on(table.companyId, table.runId, table.createdAt, table.id),
    index('listing_changes_newest').on(table.companyId, table.createdAt, table.id),
    index('listing_changes_rejected')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.outcome} = 'rejected'`),
    index('listing_changes_conflicts')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.isConflict}`),
  ],
)
