import type { ChannelDetail, ChannelRow } from '#contract/channels.ts'
import { maskKey } from '#contract/channel-values.ts'
import { newId } from './builders.ts'

/** The secrets of the channels built here, in clear. */
export const channelSecrets = {
  apiKey: 'ls_live_1234567890abcdefghijklmnopqrstuv',
  webhookSecret: 'whsec_MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=',
  signingSecret: 'whsec_c2lnbmluZy1zZWNyZXQtb2YtdGhlLWNvbXBhbnktMDE=',
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
    previousSecretUntil: null,
    signingSecret: maskKey(channelSecrets.signingSecret),
    hasAccessToken: false,
    intakeUrl: `https://lockstep.example/api/webhooks/${id}`,
    feedUrl: 'https://lockstep.example/api/feed/harbor-shop.json',
    createdAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}
