import type { Ports } from '#server/platform/context.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { poisons } from './poisons.ts'

/** The channels as a next version would have them, which reads what this one can't. */
export const curedChannels = (channels: Ports['channels']): Ports['channels'] => ({
  ...channels,
  standard: cured(channels.standard),
  woocommerce: cured(channels.woocommerce),
  shopify: cured(channels.shopify),
})

const cured = (adapter: ChannelAdapter): ChannelAdapter => ({
  ...adapter,
  read: (delivery) => adapter.read({ ...delivery, body: Buffer.from(healed(delivery.body.toString())) }),
})

const healed = (body: string) => Object.values(poisons).reduce((text, { heal }) => heal?.(text) ?? text, body)
