import type { WebsitePlatform } from '#contract/channel-values.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { createOutgoing, type OutgoingSettings } from './outgoing/send-message.ts'
import { readShopify } from './shopify/read-webhook.ts'
import { verifyShopify, verifyStandard, verifyWoocommerce } from './webhook-signatures.ts'
import { readStandard } from './standard/read-webhook.ts'
import { readWoocommerce } from './woocommerce/read-webhook.ts'

/**
 * The channel adapters of websites, by platform. Platforms differ in the webhooks they send; our messages to them are
 * the same.
 */
export function createWebsites(settings: OutgoingSettings): Record<WebsitePlatform, ChannelAdapter> {
  const outgoing = createOutgoing(settings)
  return {
    standard: { verify: verifyStandard, read: readStandard, ...outgoing },
    woocommerce: { verify: verifyWoocommerce, sendsGreeting: true, read: readWoocommerce, ...outgoing },
    shopify: { verify: verifyShopify, read: readShopify, ...outgoing },
  }
}
