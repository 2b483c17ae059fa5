import { t } from './i18n.ts'

export const channelTypes = ['website', 'shopify', 'woocommerce', 'meta_shops', 'ebay', 'etsy'] as const
export type ChannelType = (typeof channelTypes)[number]

/** Channel types that can be created; the others are shown as coming soon. */
export const builtChannelTypes = ['website', 'meta_shops'] as const satisfies ChannelType[]
export type BuiltChannelType = (typeof builtChannelTypes)[number]

export const channelTypeLabels: Record<ChannelType, string> = {
  website: t('Website'),
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  meta_shops: 'Meta Shops',
  ebay: 'eBay',
  etsy: 'Etsy',
}

/** Types of shops that are connected by their own API. */
export const shopTypes = ['shopify', 'woocommerce'] as const satisfies ChannelType[]
export type ShopType = (typeof shopTypes)[number]

/** The platform of a website decides how its webhooks are signed and formatted. */
export const websitePlatforms = ['standard', 'woocommerce', 'shopify'] as const
export type WebsitePlatform = (typeof websitePlatforms)[number]

export const websitePlatformLabels: Record<WebsitePlatform, string> = {
  standard: t('Own website'),
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
}

/**
 * The sync status of a SKU on a channel. `synced`: the channel confirmed the quantity; `sent`: it accepted the message without saying what
 * it did; `not_listed`: it does not sell the SKU.
 */
export const listingSyncStatuses = ['pending', 'sent', 'synced', 'not_listed', 'failed'] as const
export type ListingSyncStatus = (typeof listingSyncStatuses)[number]

/** How something that a channel sells was matched with a SKU: by equal codes, or by a person (here or on an order). */
export const itemMatches = ['sku', 'barcode', 'person'] as const
export type ItemMatch = (typeof itemMatches)[number]

/** Where an attempt to connect a shop by its consent page stands. */
export const connectStatuses = ['waiting', 'connected', 'refused', 'failed'] as const
export type ConnectStatus = (typeof connectStatuses)[number]

/** Why a channel keeps an order back. `other` is told in its own words. */
export const channelHolds = [
  'awaiting_payment',
  'payment_review',
  'fraud_review',
  'address',
  'on_hold',
  'scheduled',
  'other',
] as const
export type ChannelHold = (typeof channelHolds)[number]

/** The status of a message to a channel. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** How an order event arrived. */
export const intakeSources = ['webhook', 'api', 'poll'] as const
export type IntakeSource = (typeof intakeSources)[number]

/**
 * The state of a delivery: `refused` had an invalid signature; `waiting` is in the inbox; `failed` could not be processed and needs a
 * person; `taken_in` was processed; `ignored` is not about an order, or repeats what is known.
 */
export const intakeStates = ['refused', 'waiting', 'failed', 'taken_in', 'ignored'] as const
export type IntakeState = (typeof intakeStates)[number]

/** The events that we send to channels. */
export const outgoingEvents = [
  'order.acknowledged',
  'order.sent_to_fulfillment',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'inventory.updated',
  'ping',
] as const
export type OutgoingEvent = (typeof outgoingEvents)[number]

/** Feed formats; `xml` is the merchant RSS that Meta and Google read. */
export const feedFormats = ['json', 'csv', 'xml'] as const
export type FeedFormat = (typeof feedFormats)[number]

/** The last part of a feed's address: `My Shop` becomes `my-shop`. */
export function feedSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  return words.join('-').slice(0, 80).replace(/-$/, '') || 'channel'
}

/** The first 8 and last 4 characters; a key too short for that shows nothing. */
export const maskKey = (key: string): string =>
  key.length > 16 ? `${key.slice(0, 8)}••••••••${key.slice(-4)}` : '••••••••••••'
