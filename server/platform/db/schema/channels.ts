import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { channelTypes, listingSyncStatuses } from '#contract/channels.ts'
import { skus } from './catalogue.ts'
import { moment, money, notBlank, notNegative, oneOf, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'

/** Keys and secrets are encrypted text. The one before stays good until its expiry, so that both sides can change over. */
export const channels = companyTable(
  'channels',
  {
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    type: text('type', { enum: channelTypes }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    apiKey: text('api_key'),
    webhookSecret: text('webhook_secret'),
    previousWebhookSecret: text('previous_webhook_secret'),
    previousWebhookSecretExpiresAt: moment('previous_webhook_secret_expires_at'),
    config: jsonb('config').notNull().default({}),
    safetyBuffer: integer('safety_buffer').notNull().default(0),
    pollCursor: text('poll_cursor'),
    lastPolledAt: moment('last_polled_at'),
    lastSyncedAt: moment('last_synced_at'),
    ...timestamps(),
  },
  (table) => [
    oneOf(table.type, channelTypes),
    notBlank(table.name),
    notBlank(table.slug),
    ...notNegative(table.safetyBuffer),
    uniqueIndex('channels_slug').on(table.companyId, table.slug),
  ],
)

/** `externalId` is the channel's own name for the SKU, by which order lines find their way home. */
export const listings = keyedCompanyTable(
  'listings',
  {
    channelId: uuid('channel_id').notNull(),
    skuId: uuid('sku_id').notNull(),
    externalId: text('external_id'),
    title: text('title'),
    description: text('description'),
    price: money('price'),
    compareAtPrice: money('compare_at_price'),
    isVisible: boolean('is_visible').notNull().default(true),
    lastSyncedAt: moment('last_synced_at'),
    syncStatus: text('sync_status', { enum: listingSyncStatuses }).notNull().default('pending'),
    syncError: text('sync_error'),
    ...timestamps(),
  },
  (table) => [
    primaryKey({ name: 'listings_pkey', columns: [table.companyId, table.channelId, table.skuId] }),
    ...linkTo(table.companyId, table.channelId, channels, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus),
    oneOf(table.syncStatus, listingSyncStatuses),
    ...notNegative(table.price, table.compareAtPrice),
    uniqueIndex('listings_external_id').on(table.companyId, table.channelId, table.externalId),
    index('listings_unsynced')
      .on(table.companyId, table.channelId, table.syncStatus)
      .where(sql`${table.syncStatus} <> 'synced'`),
  ],
)
