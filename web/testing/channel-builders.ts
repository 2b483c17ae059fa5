import type { AttentionRow } from '#contract/attention.ts'
import type { Delivery, SentMessage } from '#contract/channel-deliveries.ts'
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
    apiKey: maskKey(channelSecrets.apiKey),
    hasKey: true,
    feedKey: maskKey(channelSecrets.feedKey),
    feedUrl: 'https://lockstep.example/api/feed/harbor-shop.json',
    feedRefusedAt: null,
    lastOrderAt: null,
    lastSyncedAt: null,
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
export function buildAttention(overrides: Partial<AttentionRow> = {}): AttentionRow {
  return {
    id: newId(),
    code: 'unmapped_sku',
    reason: 'No SKU of yours is called TEE-X.',
    remedy: 'Say which of your SKUs the channel means by this code; the order goes on by itself.',
    whoActs: 'you',
    raisedAt: '2026-01-01T00:00:00Z',
    orderId: newId(),
    orderNumber: 'LS-10012',
    externalOrderId: '1042',
    orderStatus: 'placed',
    messageId: null,
    deliveryId: null,
    channelId: newId(),
    channelName: 'Harbor Shop',
    unknownSkus: ['TEE-X'],
    ...overrides,
  }
}
