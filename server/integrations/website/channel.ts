import type { WebsitePlatform } from '#contract/channel-values.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { createOutgoing, type OutgoingSettings } from './outgoing/channel.ts'
import { readShopify } from './shopify/read.ts'
import { verifyShopify } from './shopify/verify.ts'
import { readStandard } from './standard/read.ts'
import { verifyStandard } from './standard/verify.ts'
import { readWoocommerce } from './woocommerce/read.ts'
import { verifyWoocommerce } from './woocommerce/verify.ts'

/** Platforms differ in what they send us; what we send is the same for all. */
export function createWebsites(settings: OutgoingSettings): Record<WebsitePlatform, ChannelAdapter> {
  const outgoing = createOutgoing(settings)
  return {
    standard: { verify: verifyStandard, read: readStandard, ...outgoing },
    woocommerce: { verify: verifyWoocommerce, read: readWoocommerce, ...outgoing },
    shopify: { verify: verifyShopify, read: readShopify, ...outgoing },
  }
}
