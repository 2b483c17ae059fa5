import {
  type ChannelType,
  channelTypeLabels,
  type FeedFormat,
  type WebsitePlatform,
  websitePlatformLabels,
  websitePlatforms,
} from '#contract/channel-values.ts'

/** What decides how a channel is connected: a website's platform, or the type of any other. */
export type ChannelKind = WebsitePlatform | 'meta_shops'

type TypeAndPlatform = { type: ChannelType; platform: WebsitePlatform | null }

export const kindOf = ({ type, platform }: TypeAndPlatform): ChannelKind =>
  type === 'meta_shops' ? type : (platform ?? 'standard')

/** Such as "Website", "Website · WooCommerce" and "Meta Shops". */
export function typeLabel({ type, platform }: TypeAndPlatform): string {
  const label = channelTypeLabels[type]
  return type === 'website' && platform && platform !== 'standard'
    ? `${label} · ${websitePlatformLabels[platform]}`
    : label
}

export const platformOptions = websitePlatforms.map((value) => ({ value, label: websitePlatformLabels[value] }))

/** The server names the feed as JSON; the other formats differ in the ending. */
export const feedAddress = ({ feedUrl }: { feedUrl: string }, format: FeedFormat): string =>
  feedUrl.replace(/\.json$/, `.${format}`)
