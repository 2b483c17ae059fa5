import { formatCount } from '#web/lib/figures.ts'
import { useChannelChoices } from '#web/shared/use-channel-choices.ts'

const maxNamedChannels = 2

/** Such as "Harbor Shop, Instagram and 2 more". */
export function PromotionChannels({ channelIds }: { channelIds: readonly string[] }) {
  const channels = useChannelChoices()
  if (channelIds.length === 0) return 'All channels'
  const names = channels.filter(({ value }) => channelIds.includes(value)).map(({ label }) => label)
  const named = names.slice(0, maxNamedChannels)
  const more = channelIds.length - named.length
  if (named.length === 0) return formatCount(channelIds.length, 'channel')
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
