import { z } from 'zod'
import { websitePlatforms } from '#contract/channel-values.ts'
import { shippingSpeeds } from '#contract/order-status.ts'
import type { ChannelKind } from '#server/platform/context.ts'

/** What `channels.config` holds. Each field has a default, so that a channel made before it was thought of has one too. */
export const ChannelConfig = z.object({
  platform: z.enum(websitePlatforms).default('standard'),
  webhookUrl: z.string().nullable().default(null),
  productUrl: z.string().nullable().default(null),
  offersAllSkus: z.boolean().default(true),
  autoFulfill: z.boolean().default(false),
  autoFulfillDelayMinutes: z.int().default(30),
  shippingSpeed: z.enum(shippingSpeeds).default('standard'),
  blankBox: z.boolean().default(false),
  blocksAmazonLogistics: z.boolean().default(false),
  commerceAccountId: z.string().nullable().default(null),
  catalogId: z.string().nullable().default(null),
  takesOrders: z.boolean().default(true),
})
export type ChannelConfig = z.output<typeof ChannelConfig>

/** Under which the adapter for a channel is found; null for a type that is not built yet. */
export function toChannelKind(channel: { type: string; config: unknown }): ChannelKind | null {
  if (channel.type === 'website') return ChannelConfig.parse(channel.config).platform
  return channel.type === 'meta_shops' ? channel.type : null
}
