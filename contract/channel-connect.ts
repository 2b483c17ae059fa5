import { z } from 'zod'
import { connectStatuses } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, optionalText } from './fields.ts'
import { t } from './i18n.ts'

const hidden = (label: string) =>
  z
    .string()
    .trim()
    .min(8, t('{label} is too short. Copy the full value', { label }))
    .max(500, t('{label} must be 500 characters or fewer', { label }))
    .regex(/^[\x21-\x7e]+$/, t('{label} must be plain text without spaces', { label }))

/** The address of a WooCommerce site as people type it; `https://` is added where it is missing. */
export const SiteUrl = z
  .string()
  .trim()
  .min(1, t('Enter your shop’s address'))
  .max(300, t('The address must be 300 characters or fewer'))
  .transform((text) => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`).replace(/\/+$/, ''))
  .pipe(z.url({ protocol: /^https?$/, error: t('Enter an address such as https://shop.example.com') }))

/** `my-shop`, `my-shop.myshopify.com` or the address of its admin. */
export const ShopDomain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => {
    const ofAdmin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([a-z0-9-]+)/.exec(text)?.[1]
    const name = ofAdmin ?? text.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
    return name.includes('.') ? name : `${name}.myshopify.com`
  })
  .pipe(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, t('Enter the shop’s domain, such as my-shop.myshopify.com')),
  )

/** The channel that gets the connection: one to be renewed, or a website channel to be upgraded. Without it a new one is made. */
const forChannel = { name: line(t('Name'), 100).optional(), channelId: Id.optional() }

export const WoocommerceCredentials = z.strictObject({
  siteUrl: SiteUrl,
  consumerKey: hidden(t('Consumer key')).regex(/^ck_/, t('The consumer key must start with ck_')),
  consumerSecret: hidden(t('Consumer secret')).regex(/^cs_/, t('The consumer secret must start with cs_')),
  ...forChannel,
})
export type WoocommerceCredentials = z.output<typeof WoocommerceCredentials>

/** The seller’s own app in Shopify’s Dev Dashboard. */
export const ShopifyCredentials = z.strictObject({
  shopDomain: ShopDomain,
  clientId: hidden(t('Client ID')),
  clientSecret: hidden(t('Client secret')),
  ...forChannel,
})
export type ShopifyCredentials = z.output<typeof ShopifyCredentials>

/** The shop behind credentials that work, as the dialog shows it before anything is sent to it. */
export const ConnectedShop = z.object({
  channelId: Id,
  name: z.string(),
  shopName: z.string(),
  url: z.string(),
  currency: z.string(),
  products: z.int().nullable(),
  openOrders: z.int().nullable(),
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The location whose stock Lockstep keeps; null until one is chosen where there are several. */
  locationId: z.string().nullable(),
  warnings: z.array(z.string()),
})
export type ConnectedShop = z.output<typeof ConnectedShop>

/** What starting would change in the shop: products whose quantity becomes another, and those of them that sell out. */
export const ShopToStart = ConnectedShop.extend({ firstPush: z.object({ changed: z.int(), soldOut: z.int() }) })
export type ShopToStart = z.output<typeof ShopToStart>

export const ConnectAttempt = z.object({
  id: Id,
  status: z.enum(connectStatuses),
  siteUrl: z.string(),
  channelId: Id.nullable(),
  /** Why it did not work, with what to do. */
  problem: z.string().nullable(),
})
export type ConnectAttempt = z.output<typeof ConnectAttempt>

/**
 * How a shop connected by its API is doing. `waiting` counts what is to be sent to it or was not taken in yet, with the moment since when
 * the oldest of each waits.
 */
export const ChannelHealth = z.object({
  /**
   * `silent`: neither a delivery nor a poll for longer than its rhythm. `not_started`: nothing is sent to the shop yet.
   * `disconnected`: it has no credentials. `paused`: the channel is inactive.
   */
  state: z.enum(['ok', 'attention', 'silent', 'refused', 'not_started', 'disconnected', 'paused']),
  /** Sentences about what is wrong and what to do, the most urgent first. */
  notes: z.array(z.string()),
  lastHeardAt: Moment.nullable(),
  lastPolledAt: Moment.nullable(),
  lastConfirmedAt: Moment.nullable(),
  webhooksCheckedAt: Moment.nullable(),
  credentialsExpireAt: Moment.nullable(),
  itemsReadAt: Moment.nullable(),
  isReadingItems: z.boolean(),
  waiting: z.object({
    offers: z.int(),
    oldestOfferAt: Moment.nullable(),
    messages: z.int(),
    oldestMessageAt: Moment.nullable(),
    deliveries: z.int(),
    oldestDeliveryAt: Moment.nullable(),
    heldOrders: z.int(),
  }),
  items: z.object({
    total: z.int(),
    matched: z.int(),
    /** Open, with a likely SKU. */
    suggested: z.int(),
    /** Open, without one. */
    unmatched: z.int(),
    ignored: z.int(),
  }),
  /** SKUs by what the channel last said of them. */
  offers: z.object({ synced: z.int(), sent: z.int(), pending: z.int(), failed: z.int(), notListed: z.int() }),
})
export type ChannelHealth = z.output<typeof ChannelHealth>

/** Where a WooCommerce shop posts the key of its consent page. */
export const woocommerceCallbackPath = '/api/connect/woocommerce/callback'

const ByChannel = z.strictObject({ channelId: Id })

export const channelConnectApi = {
  connectWoocommerce: endpoint({
    method: 'POST',
    path: '/api/channels/connect/woocommerce',
    summary:
      'Connect a WooCommerce shop by a key of its REST API: tests it, stores it and shows the shop; nothing is sent to the shop yet',
    access: 'ops',
    scope: 'company',
    needsRecentSignIn: true,
    body: WoocommerceCredentials,
    reply: ConnectedShop,
  }),
  connectShopify: endpoint({
    method: 'POST',
    path: '/api/channels/connect/shopify',
    summary:
      'Connect a Shopify store by an app of its own: tests it, stores it and shows the store; nothing is sent to the store yet',
    access: 'ops',
    scope: 'company',
    needsRecentSignIn: true,
    body: ShopifyCredentials,
    reply: ConnectedShop,
  }),
  beginConsent: endpoint({
    method: 'POST',
    path: '/api/channels/consent',
    summary: 'Begin to connect a WooCommerce shop by its own consent page; answers the address to open',
    access: 'ops',
    scope: 'company',
    needsRecentSignIn: true,
    body: z.strictObject({ siteUrl: SiteUrl, ...forChannel }),
    reply: z.object({ attemptId: Id, url: z.string() }),
    status: 201,
  }),
  attempt: endpoint({
    method: 'GET',
    path: '/api/channels/consent/:attemptId',
    summary: 'Status of an attempt to connect a shop',
    access: 'ops',
    scope: 'company',
    params: z.strictObject({ attemptId: Id }),
    reply: ConnectAttempt,
  }),
  shop: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId/shop',
    summary: 'The shop behind a channel, read live, and what starting would change there',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    reply: ShopToStart,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/start',
    summary: 'Switch a connected shop on: its stock follows Lockstep from now on',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    body: z.strictObject({
      locationId: optionalText(t('Location'), 200).optional(),
      sendsPrices: z.boolean().optional(),
    }),
    reply: z.object({ channelId: Id, skus: z.int() }),
  }),
  disconnect: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/disconnect',
    summary: 'Remove our webhooks from the shop and forget its credentials; orders and matches stay',
    access: 'ops',
    scope: 'company',
    needsRecentSignIn: true,
    params: ByChannel,
    reply: z.object({ channelId: Id, problem: z.string().nullable() }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId/health',
    summary: 'How a channel is doing: last heard, last confirmed, what waits and why',
    access: 'readonly',
    scope: 'company',
    params: ByChannel,
    reply: ChannelHealth,
  }),
}
