import {
  type ChannelType,
  channelTypeLabels,
  type WebsitePlatform,
  websitePlatformLabels,
  websitePlatforms,
} from '#contract/channel-values.ts'

/** Decides how a channel is connected: the platform of a website, the type of any other channel. */
export type ChannelKind = WebsitePlatform | 'meta_shops'

type TypeAndPlatform = { type: ChannelType; platform: WebsitePlatform | null }

export const kindOf = ({ type, platform }: TypeAndPlatform): ChannelKind =>
  type === 'meta_shops' ? type : (platform ?? 'standard')

/** For example "Website", "Website · WooCommerce", "Meta Shops". */
export function typeLabel({ type, platform }: TypeAndPlatform): string {
  const label = channelTypeLabels[type]
  return type === 'website' && platform && platform !== 'standard'
    ? `${label} · ${websitePlatformLabels[platform]}`
    : label
}

export const platformOptions = websitePlatforms.map((value) => ({ value, label: websitePlatformLabels[value] }))
