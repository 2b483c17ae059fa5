import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { channelTypes, listingSyncStatuses } from '#contract/channel-values.ts'
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
    /** By which the channel's own API lets us in. */
    accessToken: text('access_token'),
    /** Why it no longer does. */
    accessError: text('access_error'),
    config: jsonb('config').notNull().default({}),
    safetyBuffer: integer('safety_buffer').notNull().default(0),
    /** Whether changes of stock and price are sent to it; triggers note them for those alone. */
    isPushed: boolean('is_pushed').notNull().default(false),
    /** While a process is telling it: of two messages on their way at once the older might arrive last. */
    pushingUntil: moment('pushing_until'),
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
    /** Null where nobody has chosen: then it is as the channel does with all SKUs. */
    isVisible: boolean('is_visible'),
    lastSyncedAt: moment('last_synced_at'),
    syncStatus: text('sync_status', { enum: listingSyncStatuses }).notNull().default('pending'),
    syncError: text('sync_error'),
    /** A digest of what the channel was last told; null while it knows nothing of the SKU. */
    sentOffer: text('sent_offer'),
    ...timestamps(),
  },
  (table) => [
    primaryKey({ name: 'listings_pkey', columns: [table.companyId, table.channelId, table.skuId] }),
    ...linkTo(table.companyId, table.channelId, channels, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus),
    oneOf(table.syncStatus, listingSyncStatuses),
    ...notNegative(table.price, table.compareAtPrice),
    uniqueIndex('listings_external_id')
      .on(table.companyId, table.channelId, table.externalId)
      .where(sql`${table.externalId} is not null`),
    index('listings_unsynced')
      .on(table.companyId, table.channelId, table.syncStatus)
      .where(sql`${table.syncStatus} <> 'synced'`),
  ],
)

/**
 * SKUs of which a channel has not yet been told how they stand now. Triggers add them, whoever makes the change;
 * `changedAt` moves with each, so that what changes while it is being sent stays.
 */
export const offerChanges = keyedCompanyTable(
  'offer_changes',
  {
    channelId: uuid('channel_id').notNull(),
    skuId: uuid('sku_id').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** Set while the channel can't take it. */
    retryAt: moment('retry_at'),
  },
  (table) => [
    primaryKey({ name: 'offer_changes_pkey', columns: [table.companyId, table.channelId, table.skuId] }),
    ...linkTo(table.companyId, table.channelId, channels, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus, { onDelete: 'cascade' }),
    index('offer_changes_newest').on(table.companyId, table.channelId, table.changedAt),
  ],
)
