import { z } from 'zod'
import { type ShopType, shopTypes, websitePlatforms } from '#contract/channel-values.ts'
import { shippingSpeeds } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { ChannelKind } from '#server/platform/ports.ts'
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
  /** Whether stock is pushed to a shop connected by its API. Off until its owner has looked at what was matched. */
  pushesStock: z.boolean().default(false),
  /** Whether prices are sent too; never in another currency than the channel's. A catalog at Meta always has them. */
  sendsPrices: z.boolean().default(false),
  /** Whether customers of this channel get our emails and texts; the channel may send its own. */
  messagesCustomers: z.boolean().default(true),
  /** Whether orders that are authorized and not captured yet may be shipped. */
  shipsAuthorized: z.boolean().default(false),
  /** The channel's location whose stock Lockstep keeps and whose orders it ships, where a shop has several. */
  locationId: z.string().nullable().default(null),
})

/** Types of shops that are connected by their API: with credentials, products that can be listed, and an account. */
export const isShop = (type: string): type is ShopType => (shopTypes as readonly string[]).includes(type)

export type ChannelConfig = z.output<typeof ChannelConfig>

/** The key of the channel's adapter; null for a type that has none yet. */
export function toChannelKind(channel: { type: string; config: unknown }): ChannelKind | null {
  switch (channel.type) {
    case 'website':
      return ChannelConfig.parse(channel.config).platform
    case 'shopify':
      return 'shopify_admin'
    case 'woocommerce':
      return 'woocommerce_rest'
    case 'meta_shops':
      return channel.type
    default:
      return null
  }
}

type PushableChannel = Pick<ChannelRecord, 'type' | 'isActive' | 'accessToken' | 'credentials' | 'config'>

/** Whether offers are pushed to a channel: it is active and has a receiver. */
export function isPushed({ type, isActive, accessToken, credentials, config }: PushableChannel): boolean {
  const { webhookUrl, catalogId, pushesStock } = ChannelConfig.parse(config)
  if (!isActive) return false
  if (isShop(type)) return credentials !== null && pushesStock
  return type === 'meta_shops' ? catalogId !== null && accessToken !== null : webhookUrl !== null
}

type PollableChannel = Pick<ChannelRecord, 'type' | 'isActive' | 'accessToken' | 'credentials' | 'config'>

/** Whether a channel is polled for orders. A channel used only as a catalog takes none. */
export function isPolled(channel: PollableChannel, ports: CompanyContext['ports']): boolean {
  const kind = toChannelKind(channel)
  const { takesOrders, commerceAccountId } = ChannelConfig.parse(channel.config)
  const canBeAsked = kind !== null && ports.channels[kind].poll !== undefined
  if (!canBeAsked || !channel.isActive || !takesOrders) return false
  return isShop(channel.type)
    ? channel.credentials !== null
    : commerceAccountId !== null && channel.accessToken !== null
}

/** Where messages about orders are sent; null if the channel receives none. */
export function messageReceiver({
  type,
  accountId,
  config,
}: Pick<ChannelRecord, 'type' | 'accountId' | 'config'>): string | null {
  const { webhookUrl, commerceAccountId, takesOrders } = ChannelConfig.parse(config)
  // Also while it is disconnected: what happened meanwhile is told once it is connected again.
  if (isShop(type)) return takesOrders ? accountId : null
  if (type === 'website') return webhookUrl
  return type === 'meta_shops' && takesOrders && commerceAccountId ? `Commerce account ${commerceAccountId}` : null
}
