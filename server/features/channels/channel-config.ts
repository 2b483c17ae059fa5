import { z } from 'zod'
import { websitePlatforms } from '#contract/channel-values.ts'
import { shippingSpeeds } from '#contract/order-status.ts'
import type { ChannelKind, CompanyContext } from '#server/platform/context.ts'
import type { ChannelRecord } from './channel-queries.ts'

/**
 * The shape of `channels.config`. Every field has a default, so that channels created before a field existed can be
 * parsed.
 */
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

/** The key of the channel's adapter; null for a type that has none yet. */
export function toChannelKind(channel: { type: string; config: unknown }): ChannelKind | null {
  if (channel.type === 'website') return ChannelConfig.parse(channel.config).platform
  return channel.type === 'meta_shops' ? channel.type : null
}

type PushableChannel = Pick<ChannelRecord, 'type' | 'isActive' | 'accessToken' | 'config'>

/** Whether offers are pushed to a channel: it is active and has a receiver. */
export function isPushed({ type, isActive, accessToken, config }: PushableChannel): boolean {
  const { webhookUrl, catalogId } = ChannelConfig.parse(config)
  const hasReceiver = type === 'meta_shops' ? catalogId !== null && accessToken !== null : webhookUrl !== null
  return isActive && hasReceiver
}

type PollableChannel = Pick<ChannelRecord, 'type' | 'isActive' | 'accessToken' | 'config'>

/** Whether a channel is polled for orders. A channel used only as a catalog takes none. */
export function isPolled(channel: PollableChannel, ports: CompanyContext['ports']): boolean {
  const kind = toChannelKind(channel)
  const { takesOrders, commerceAccountId } = ChannelConfig.parse(channel.config)
  const canBeAsked = kind !== null && ports.channels[kind].poll !== undefined
  return canBeAsked && channel.isActive && takesOrders && commerceAccountId !== null && channel.accessToken !== null
}

/** Where messages about orders are sent; null if the channel receives none. */
export function messageReceiver({ type, config }: Pick<ChannelRecord, 'type' | 'config'>): string | null {
  const { webhookUrl, commerceAccountId, takesOrders } = ChannelConfig.parse(config)
  if (type === 'website') return webhookUrl
  return type === 'meta_shops' && takesOrders && commerceAccountId ? `Commerce account ${commerceAccountId}` : null
}
