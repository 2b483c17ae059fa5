import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { promotionTypes } from '#contract/promotion-state.ts'
import { channels } from './channels.ts'
import {
  createdAt,
  lowered,
  moment,
  money,
  notBlank,
  notNegative,
  oneOf,
  positive,
  timestamps,
  total,
} from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'
import { orders } from './orders.ts'

/** A promotion without a code applies automatically. Empty `channelIds` means all channels. */
export const promotions = companyTable(
  'promotions',
  {
    code: text('code'),
    codeKey: lowered('code'),
    title: text('title').notNull(),
    description: text('description'),
    type: text('type', { enum: promotionTypes }).notNull().default('percent'),
    value: money('value').notNull().default('0'),
    minSubtotal: total('min_subtotal'),
    maxRedemptions: integer('max_redemptions'),
    redemptionCount: integer('redemption_count').notNull().default(0),
    channelIds: uuid('channel_ids').array().notNull().default([]),
    isStackable: boolean('is_stackable').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    version: integer('version').notNull().default(1),
    ...timestamps(),
  },
  (table) => [
    oneOf(table.type, promotionTypes),
    notBlank(table.title),
    positive(table.maxRedemptions),
    ...notNegative(table.value, table.minSubtotal, table.redemptionCount),
    check('promotions_percent_at_most_100', sql`${table.type} <> 'percent' or ${table.value} <= 100`),
    check('promotions_ends_after_start', sql`${table.endsAt} > ${table.startsAt}`),
    check('promotions_within_limit', sql`${table.redemptionCount} <= ${table.maxRedemptions}`),
    check('promotions_code_trimmed', sql`${table.code} = btrim(${table.code}) and ${table.code} <> ''`),
    uniqueIndex('promotions_code').on(table.companyId, table.codeKey),
    index('promotions_automatic')
      .on(table.companyId, table.id)
      .where(sql`${table.code} is null and ${table.isActive}`),
    index('promotions_newest').on(table.companyId, table.createdAt, table.id),
  ],
)

/** A cancelled order releases its use; the row stays. */
export const promotionRedemptions = companyTable(
  'promotion_redemptions',
  {
    promotionId: uuid('promotion_id').notNull(),
    orderId: uuid('order_id').notNull(),
    discountAmount: total('discount_amount').notNull(),
    redeemedAt: moment('redeemed_at').notNull(),
    releasedAt: moment('released_at'),
  },
  (table) => [
    ...linkTo(table.companyId, table.promotionId, promotions, { indexed: false }),
    ...linkTo(table.companyId, table.orderId, orders),
    ...notNegative(table.discountAmount),
    index('promotion_redemptions_newest').on(table.companyId, table.promotionId, table.redeemedAt, table.id),
    index('promotion_redemptions_by_day')
      .on(table.companyId, table.redeemedAt)
      .where(sql`${table.releasedAt} is null`),
    uniqueIndex('promotion_redemptions_once')
      .on(table.companyId, table.promotionId, table.orderId)
      .where(sql`${table.releasedAt} is null`),
  ],
)

/** Reserves one use of a limited code for a website's checkout until it expires. */
export const promotionReservations = companyTable(
  'promotion_reservations',
  {
    promotionId: uuid('promotion_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    cartReference: text('cart_reference').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    ...linkTo(table.companyId, table.promotionId, promotions, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.channelId, channels, { indexed: false }),
    index('promotion_reservations_live').on(table.companyId, table.promotionId, table.expiresAt),
    uniqueIndex('promotion_reservations_cart').on(
      table.companyId,
      table.channelId,
      table.cartReference,
      table.promotionId,
    ),
  ],
)
