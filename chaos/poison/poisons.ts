import type { Ports } from '#server/platform/context.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { type Shop, type ShopOrder, type ShopRequest, signedWebhook, webhookOf } from '#server/testing/shop-webhooks.ts'

const height = 10_000

const length = 5_000_000

/** How each spoils what a shop says of an order, and how the next version would read it; null where this one can. */
type Poison = {
  platform: Shop['platform']
  spoil: (body: string) => string
  heal: ((body: string) => string) | null
}

/** JavaScript takes all numbers that begin so for one and the same. */
export const longBeginning = '12345678901234'

const tower = `${'{"a":'.repeat(height)}1${'}'.repeat(height)}`

const recipes = {
  'null characters': {
    platform: 'standard',
    spoil: (body) => body.replace('"Ana"', String.raw`"A\u0000na"`),
    heal: (body) => body.replace(String.raw`\u0000`, ''),
  },
  'lone surrogates': {
    // The others mend what buyers have typed.
    platform: 'standard',
    spoil: (body) => body.replaceAll('"Ana"', String.raw`"A\ud800na"`),
    heal: (body) => body.replaceAll(String.raw`\ud800`, ''),
  },
  'deep nesting': {
    platform: 'standard',
    spoil: (body) => body.replace(/"items":(\[.*?\])/, `"items":${tower},"kept":$1`),
    heal: (body) => body.replace(/"items":.*,"kept":/, '"items":'),
  },
  'a string of 5 MB': {
    platform: 'standard',
    spoil: (body) => body.replace('"Ana"', `"${'A'.repeat(length)}"`),
    heal: (body) => body.replace(/A{100,}/, 'Ana'),
  },
  'an id of 20 digits': {
    platform: 'woocommerce',
    spoil: (body) => body.replace(/"id":(\d+),"number"/, `"id":${longBeginning}$1,"number"`),
    heal: null,
  },
} satisfies Record<string, Poison>

export type PoisonName = keyof typeof recipes

export const poisons: Readonly<Record<PoisonName, Poison>> = recipes

export const poisonNames = Object.keys(poisons) as PoisonName[]

/** The order as its shop would send it with such a fault. */
export function poisoned(name: PoisonName, shops: readonly Shop[], order: ShopOrder): ShopRequest {
  const { platform, spoil } = poisons[name]
  const shop = shops.find((one) => one.platform === platform)
  if (!shop) throw new Error(`No shop runs on ${platform}`)
  const { body } = webhookOf(shop, order)
  const spoilt = spoil(body)
  if (spoilt === body) throw new Error(`${name} left the order as it was`)
  return signedWebhook(shop, spoilt)
}

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
