import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { channelTypes, connectStatuses, itemMatches, listingSyncStatuses, shopTypes } from '#contract/channel-values.ts'
import { skus } from './catalogue.ts'
import { createdAt, moment, money, notBlank, notNegative, oneOf, timestamps } from './columns.ts'
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
    /** The channel's credentials for a shop connected by its API: JSON of the adapter, encrypted. */
    credentials: text('credentials'),
    /** When they end by themselves; null if they don't. */
    credentialsExpireAt: moment('credentials_expire_at'),
    /** The account at the vendor: the address of a WooCommerce site, the `.myshopify.com` domain of a store. */
    accountId: text('account_id'),
    /** What the adapter found out about the account and needs again: no secrets, no settings of people. */
    adapterState: jsonb('adapter_state').notNull().default({}),
    config: jsonb('config').notNull().default({}),
    safetyBuffer: integer('safety_buffer').notNull().default(0),
    /** Whether stock and price are pushed; triggers write `offer_changes` only for such channels. */
    isPushed: boolean('is_pushed').notNull().default(false),
    /** A lease while a process pushes: of two messages in flight the older might arrive last. */
    pushingUntil: moment('pushing_until'),
    pollCursor: text('poll_cursor'),
    lastPolledAt: moment('last_polled_at'),
    lastSyncedAt: moment('last_synced_at'),
    /** When a delivery or a successful poll last showed that the channel is there. */
    lastHeardAt: moment('last_heard_at'),
    /** When the channel last confirmed a quantity. */
    lastConfirmedAt: moment('last_confirmed_at'),
    /** When the channel's webhooks were last checked, and what was wrong with them that could not be put right. */
    webhooksCheckedAt: moment('webhooks_checked_at'),
    webhooksError: text('webhooks_error'),
    /** When all that the channel sells was last read, and where an interrupted reading goes on. */
    itemsReadAt: moment('items_read_at'),
    itemsCursor: text('items_cursor'),
    ...timestamps(),
  },
  (table) => [
    oneOf(table.type, channelTypes),
    notBlank(table.name),
    notBlank(table.slug),
    ...notNegative(table.safetyBuffer),
    uniqueIndex('channels_slug').on(table.companyId, table.slug),
    // One shop in two channels would get each order and each quantity twice.
    uniqueIndex('channels_account')
      .on(table.companyId, table.type, table.accountId)
      .where(sql`${table.accountId} is not null`),
  ],
)

/**
 * What a channel sells, as it says itself or as its orders name it: one row per product without variants, else per variant. Several may be
 * matched with one SKU of ours. `externalId` is what order lines carry, `refs` are further ids of the vendor that its API asks for.
 */
export const channelItems = keyedCompanyTable(
  'channel_items',
  {
    channelId: uuid('channel_id').notNull(),
    externalId: text('external_id').notNull(),
    refs: jsonb('refs').notNull().default({}),
    title: text('title').notNull(),
    variant: text('variant'),
    /** The channel's own code of exactly this item; null where it has none, even if its product has one. */
    sku: text('sku'),
    barcode: text('barcode'),
    price: money('price'),
    currency: text('currency'),
    imageUrl: text('image_url'),
    /** The quantity that the channel last showed. */
    quantity: integer('quantity'),
    /** Why the channel can't take a quantity for it; null when it can. */
    obstacle: text('obstacle'),
    skuId: uuid('sku_id'),
    matchedBy: text('matched_by', { enum: itemMatches }),
    matchedAt: moment('matched_at'),
    /** A person said that it is none of ours, or undid the match: it is not matched again without being asked. */
    isIgnored: boolean('is_ignored').notNull().default(false),
    /** The SKU that it most likely is, for a person to confirm, with the evidence; and why it was not matched without asking. */
    suggestedSkuId: uuid('suggested_sku_id'),
    suggestionEvidence: text('suggestion_evidence'),
    unmatchedReason: text('unmatched_reason'),
    /** When the channel last listed it; null for one that only an order has named. */
    seenAt: moment('seen_at'),
    /** When a complete reading no longer had it. */
    removedAt: moment('removed_at'),
    /** The quantity that the channel last confirmed to us. */
    confirmedQuantity: integer('confirmed_quantity'),
    confirmedAt: moment('confirmed_at'),
    ...timestamps(),
  },
  (table) => [
    primaryKey({ name: 'channel_items_pkey', columns: [table.companyId, table.channelId, table.externalId] }),
    ...linkTo(table.companyId, table.channelId, channels, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus),
    oneOf(table.matchedBy, itemMatches),
    notBlank(table.externalId),
    check('channel_items_match_is_whole', sql`(${table.skuId} is null) = (${table.matchedBy} is null)`),
    index('channel_items_sku_of_channel').on(table.companyId, table.channelId, table.skuId),
    index('channel_items_by_title').on(table.companyId, table.channelId, table.title, table.externalId),
  ],
)

/** Attempts to connect a shop by its consent page. `token` is what the shop sends back; only its hash is stored. */
export const channelConnectAttempts = companyTable(
  'channel_connect_attempts',
  {
    type: text('type', { enum: shopTypes }).notNull(),
    tokenHash: text('token_hash').notNull(),
    siteUrl: text('site_url').notNull(),
    name: text('name').notNull(),
    /** The channel that gets the connection; null makes a new one. */
    channelId: uuid('channel_id'),
    userId: uuid('user_id'),
    status: text('status', { enum: connectStatuses }).notNull().default('waiting'),
    problem: text('problem'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    ...linkTo(table.companyId, table.channelId, channels, { onDelete: 'cascade' }),
    oneOf(table.type, shopTypes),
    oneOf(table.status, connectStatuses),
    uniqueIndex('channel_connect_attempts_token').on(table.companyId, table.tokenHash),
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
