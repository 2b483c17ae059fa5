import type { Ports } from '#server/platform/ports.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { type Shop, type ShopOrder, type ShopRequest, signedWebhook, webhookOf } from '#server/testing/shop-webhooks.ts'

const nestingDepth = 10_000

const length = 5_000_000

/** How a message is spoiled, and how the next version would repair it (null if the current version can read it). */
type Poison = {
  platform: Shop['platform']
  spoil: (body: string) => string
  repair: ((body: string) => string) | null
}

/** Numbers of 20 digits with this prefix are all the same to a JavaScript number. */
export const longIdPrefix = '12345678901234'

const deeplyNested = `${'{"a":'.repeat(nestingDepth)}1${'}'.repeat(nestingDepth)}`

const poisonsByName = {
  'null characters': {
    platform: 'standard',
    spoil: (body) => body.replace('"Ana"', String.raw`"A\u0000na"`),
    repair: (body) => body.replace(String.raw`\u0000`, ''),
  },
  'lone surrogates': {
    // The adapters of the other platforms repair lone surrogates themselves.
    platform: 'standard',
    spoil: (body) => body.replaceAll('"Ana"', String.raw`"A\ud800na"`),
    repair: (body) => body.replaceAll(String.raw`\ud800`, ''),
  },
  'deep nesting': {
    platform: 'standard',
    spoil: (body) => body.replace(/"items":(\[.*?\])/, `"items":${deeplyNested},"kept":$1`),
    repair: (body) => body.replace(/"items":.*,"kept":/, '"items":'),
  },
  'a string of 5 MB': {
    platform: 'standard',
    spoil: (body) => body.replace('"Ana"', `"${'A'.repeat(length)}"`),
    repair: (body) => body.replace(/A{100,}/, 'Ana'),
  },
  'an id of 20 digits': {
    platform: 'woocommerce',
    spoil: (body) => body.replace(/"id":(\d+),"number"/, `"id":${longIdPrefix}$1,"number"`),
    repair: null,
  },
} satisfies Record<string, Poison>

export type PoisonName = keyof typeof poisonsByName

export const poisons: Readonly<Record<PoisonName, Poison>> = poisonsByName

export const poisonNames = Object.keys(poisons) as PoisonName[]

/** The signed webhook of an order with this poison. */
export function poisonedRequest(name: PoisonName, shops: readonly Shop[], order: ShopOrder): ShopRequest {
  const { platform, spoil } = poisons[name]
  const shop = shops.find((one) => one.platform === platform)
  if (!shop) throw new Error(`No shop runs on ${platform}`)
  const { body } = webhookOf(shop, order)
  const spoiled = spoil(body)
  if (spoiled === body) throw new Error(`${name} left the order as it was`)
  return signedWebhook(shop, spoiled)
}

/** Channel adapters of a next version, which can read every poison. */
export const repairedChannels = (channels: Ports['channels']): Ports['channels'] => ({
  ...channels,
  standard: repairedAdapter(channels.standard),
  woocommerce: repairedAdapter(channels.woocommerce),
  shopify: repairedAdapter(channels.shopify),
})

const repairedAdapter = (adapter: ChannelAdapter): ChannelAdapter => ({
  ...adapter,
  read: (delivery) => adapter.read({ ...delivery, body: Buffer.from(repairAll(delivery.body.toString())) }),
})

const repairAll = (body: string) => Object.values(poisons).reduce((text, { repair }) => repair?.(text) ?? text, body)
