import {
  type ChannelType,
  type ShopType,
  shopTypes,
  channelTypeLabels,
  type WebsitePlatform,
  websitePlatformLabels,
  websitePlatforms,
} from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'

/** Decides how a channel is connected: the platform of a website, the type of any other channel. */
export type ChannelKind = WebsitePlatform | 'meta_shops'

type TypeAndPlatform = { type: ChannelType; platform: WebsitePlatform | null }

export const kindOf = ({ type, platform }: TypeAndPlatform): ChannelKind =>
  type === 'meta_shops' ? type : (platform ?? 'standard')

/** Types of shops that are connected by their API. */
export const isShop = (type: string): type is ShopType => shopTypes.some((shop) => shop === type)

/** A tab of the last release may be open while a newer server has a type that it doesn't know. */
export const isKnownType = (type: ChannelType): boolean => Object.hasOwn(channelTypeLabels, type)

/** The type that a website channel can be upgraded to, because its platform can be connected directly. */
export const upgradeOf = ({ type, platform }: TypeAndPlatform): ShopType | null =>
  type === 'website' && platform !== null && isShop(platform) ? platform : null

/** For example "Website", "Website · WooCommerce", "Meta Shops". */
export function typeLabel({ type, platform }: TypeAndPlatform): string {
  const label = isKnownType(type) ? channelTypeLabels[type] : t('Other channel')
  return type === 'website' && platform && platform !== 'standard'
    ? `${label} · ${websitePlatformLabels[platform]}`
    : label
}

export const platformOptions = websitePlatforms.map((value) => ({ value, label: websitePlatformLabels[value] }))
