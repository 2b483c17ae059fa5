import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { channelTypes, listingSyncStatuses } from '#contract/channel-values.ts'
import { skus } from './catalogue.ts'
import { moment, money, notBlank, notNegative, oneOf, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'

/** Keys and secrets are encrypted. The previous one stays valid until its expiry, so that both sides can switch. */
export const channels = companyTable(
  'channels',
  {
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    type: text('type', { enum: channelTypes }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    apiKey: text('api_key'),
    /** Reads inventory only, so that it may be part of a feed's address. Null until it is first needed. */
    feedKey: text('feed_key'),
    /** When an address of the feed was last refused because its key does more than that; written at most once an hour. */
    feedRefusedAt: moment('feed_refused_at'),
    webhookSecret: text('webhook_secret'),
    previousWebhookSecret: text('previous_webhook_secret'),
    previousWebhookSecretExpiresAt: moment('previous_webhook_secret_expires_at'),
    /** Our credential for the channel's API. */
    accessToken: text('access_token'),
    /** Why the channel no longer accepts it. */
    accessError: text('access_error'),
    config: jsonb('config').notNull().default({}),
    safetyBuffer: integer('safety_buffer').notNull().default(0),
    /** Whether stock and price are pushed; triggers write `offer_changes` only for such channels. */
    isPushed: boolean('is_pushed').notNull().default(false),
    /** A lease while a process pushes: of two messages in flight the older might arrive last. */
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

/** `externalId` is the channel's id of the SKU, by which order lines are matched. */
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
    /** Null uses the channel's default. */
    isVisible: boolean('is_visible'),
    lastSyncedAt: moment('last_synced_at'),
    syncStatus: text('sync_status', { enum: listingSyncStatuses }).notNull().default('pending'),
    syncError: text('sync_error'),
    /** A hash of the offer that the channel last received; null if none. */
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
 * The outbox of offer changes: SKUs whose current offer a channel has not received. Triggers (`note_level_offers` and others, migration
 * 0004) write it; `changedAt` moves with each change, so that a change during sending stays queued.
 */
export const offerChanges = keyedCompanyTable(
  'offer_changes',
  {
    channelId: uuid('channel_id').notNull(),
    skuId: uuid('sku_id').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** Set while the channel cannot accept it. */
    retryAt: moment('retry_at'),
  },
  (table) => [
    primaryKey({ name: 'offer_changes_pkey', columns: [table.companyId, table.channelId, table.skuId] }),
    ...linkTo(table.companyId, table.channelId, channels, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus, { onDelete: 'cascade' }),
    index('offer_changes_newest').on(table.companyId, table.channelId, table.changedAt),
  ],
)
