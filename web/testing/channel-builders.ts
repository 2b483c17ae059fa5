import { attentionRemedies } from '#contract/attention-remedies.ts'
import type { AttentionRow, SkuChoice, UnknownItem } from '#contract/attention.ts'
import type { Delivery, SentMessage } from '#contract/channel-deliveries.ts'
import type { ChannelHealth, ShopToStart } from '#contract/channel-connect.ts'
import type { ChannelItemRow } from '#contract/channel-items.ts'
import type { ChannelListing } from '#contract/channel-listings.ts'
import { maskKey } from '#contract/channel-values.ts'
import type { ChannelDetail, ChannelRow } from '#contract/channels.ts'
import { newId } from './builders.ts'

/** The secrets of the channels built here, in clear. */
export const channelSecrets = {
  apiKey: 'ls_live_1234567890abcdefghijklmnopqrstuv',
  feedKey: 'ls_feed_vutsrqponmlkjihgfedcba0987654321',
  webhookSecret: 'whsec_MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=',
  signingSecret: 'whsec_c2lnbmluZy1zZWNyZXQtb2YtdGhlLWNvbXBhbnktMDE=',
  webhookUrl: 'https://hooks.example/catch/x7Kq2mPz',
}

export function buildChannel(overrides: Partial<ChannelRow> = {}): ChannelRow {
  return {
    id: newId(),
    name: 'Harbor Shop',
    slug: 'harbor-shop',
    type: 'website',
    platform: 'standard',
    isActive: true,
    accountId: null,
    isConnected: false,
    apiKey: maskKey(channelSecrets.apiKey),
    hasKey: true,
    feedKey: maskKey(channelSecrets.feedKey),
    feedUrl: 'https://lockstep.example/api/feed/harbor-shop.json',
    feedRefusedAt: null,
    lastOrderAt: null,
    lastSyncedAt: null,
    credentialsExpireAt: null,
    waitsFor: null,
    accessError: null,
    problems: 0,
    ...overrides,
  }
}

export function buildChannelDetail(overrides: Partial<ChannelDetail> = {}): ChannelDetail {
  const id = overrides.id ?? newId()
  return {
    ...buildChannel({ id }),
    platform: 'standard',
    webhookUrl: null,
    productUrl: null,
    offersAllSkus: true,
    safetyBuffer: 0,
    autoFulfill: false,
    autoFulfillDelayMinutes: 30,
    shippingSpeed: 'standard',
    blankBox: false,
    blocksAmazonLogistics: false,
    commerceAccountId: null,
    catalogId: null,
    takesOrders: true,
    pushesStock: false,
    sendsPrices: false,
    messagesCustomers: true,
    shipsAuthorized: false,
    locationId: null,
    isStarted: true,
    webhookSecret: maskKey(channelSecrets.webhookSecret),
    previousKeyUntil: null,
    previousFeedKeyUntil: null,
    previousSecretUntil: null,
    signingSecret: maskKey(channelSecrets.signingSecret),
    hasAccessToken: false,
    intakeUrl: `https://lockstep.example/api/webhooks/${id}`,
    createdAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

/** A listing at the SKU's price that the channel knows. */
export function buildChannelListing(overrides: Partial<ChannelListing> = {}): ChannelListing {
  return {
    skuId: newId(),
    sku: 'HP-1001',
    title: 'Harbor Lantern',
    isActive: true,
    externalId: null,
    price: null,
    skuPrice: '24.00',
    isVisible: true,
    sellable: 120,
    syncStatus: 'synced',
    syncError: null,
    lastSyncedAt: '2026-01-01T00:00:00Z',
    items: [],
    ...overrides,
  }
}

/** A signed delivery that could not be parsed. */
export function buildDelivery(overrides: Partial<Delivery> = {}): Delivery {
  return {
    id: newId(),
    source: 'webhook',
    eventType: 'order.created',
    externalOrderId: '1042',
    state: 'failed',
    error: 'The city is missing.',
    orderId: null,
    orderNumber: null,
    receivedAt: '2026-01-01T00:00:00Z',
    processedAt: null,
    ...overrides,
  }
}

/** A message that failed after its last attempt. */
export function buildSentMessage(overrides: Partial<SentMessage> = {}): SentMessage {
  return {
    id: newId(),
    eventType: 'order.shipped',
    orderId: newId(),
    orderNumber: 'LS-10012',
    url: 'https://shop.example/lockstep',
    status: 'failed',
    attempts: 12,
    responseStatus: 410,
    error: 'The website answered 410.',
    createdAt: '2026-01-01T00:00:00Z',
    nextAttemptAt: null,
    deliveredAt: null,
    ...overrides,
  }
}

/** An order with a line of an unknown SKU. */
export const buildUnknownItem = (overrides: Partial<UnknownItem> = {}): UnknownItem => ({
  code: 'TEE-X',
  externalId: null,
  title: null,
  quantity: 2,
  unitPrice: '19.00',
  ...overrides,
})

/** A SKU of which 120 units are at Amazon. */
export const buildSkuChoice = (overrides: Partial<SkuChoice> = {}): SkuChoice => ({
  skuId: newId(),
  sku: 'HP-1001',
  title: 'Harbor Lantern',
  isActive: true,
  isAtAmazon: true,
  sellable: 120,
  price: '19.00',
  evidence: null,
  ...overrides,
})

export function buildAttention(overrides: Partial<AttentionRow> = {}): AttentionRow {
  return {
    id: newId(),
    code: 'unmapped_sku',
    reason: 'Unknown SKU: TEE-X',
    remedy: attentionRemedies.unmapped_sku,
    whoActs: 'you',
    raisedAt: '2026-01-01T00:00:00Z',
    orderId: newId(),
    orderNumber: 'LS-10012',
    externalOrderId: '1042',
    externalNumber: null,
    orderStatus: 'placed',
    messageId: null,
    deliveryId: null,
    channelId: newId(),
    channelName: 'Harbor Shop',
    unknownSkus: ['TEE-X'],
    unknownItems: (overrides.unknownSkus ?? ['TEE-X']).map((code) => buildUnknownItem({ code })),
    currency: 'USD',
    shortLines: [],
    coveredUnits: 0,
    waitsForStockSince: null,
    ...overrides,
  }
}

/** The health of a channel in step, of which nothing is known yet. */
export function buildChannelHealth(overrides: Partial<ChannelHealth> = {}): ChannelHealth {
  return {
    state: 'ok',
    notes: [],
    lastHeardAt: null,
    lastPolledAt: null,
    lastConfirmedAt: null,
    webhooksCheckedAt: null,
    credentialsExpireAt: null,
    itemsReadAt: null,
    isReadingItems: false,
    waiting: {
      offers: 0,
      oldestOfferAt: null,
      messages: 0,
      oldestMessageAt: null,
      deliveries: 0,
      oldestDeliveryAt: null,
      heldOrders: 0,
    },
    items: { total: 0, matched: 0, suggested: 0, unmatched: 0, ignored: 0 },
    offers: { synced: 0, sent: 0, pending: 0, failed: 0, notListed: 0 },
    ...overrides,
  }
}

/** A WooCommerce shop with one location. */
export function buildConnectedShop(overrides: Partial<ShopToStart> = {}): ShopToStart {
  return {
    channelId: newId(),
    name: 'Harbor Shop',
    shopName: 'Harbor & Pine',
    url: 'https://shop.example',
    currency: 'USD',
    products: 117,
    openOrders: 4,
    locations: [],
    locationId: null,
    warnings: [],
    firstPush: { changed: 117, soldOut: 0 },
    ...overrides,
  }
}

/** An item of a shop for which there is a likely SKU. */
export function buildItem(overrides: Partial<ChannelItemRow> = {}): ChannelItemRow {
  return {
    externalId: newId(),
    title: 'Harbor Lantern',
    variant: 'Brass',
    sku: 'LANTERN-B',
    barcode: '0012345678905',
    price: '24.00',
    currency: 'USD',
    imageUrl: null,
    quantity: 21,
    obstacle: null,
    state: 'suggested',
    match: null,
    suggestion: { skuId: newId(), sku: 'HP-1001', title: 'Harbor Lantern, brass', evidence: 'Similar title' },
    reason: null,
    confirmedQuantity: null,
    confirmedAt: null,
    ...overrides,
  }
}
