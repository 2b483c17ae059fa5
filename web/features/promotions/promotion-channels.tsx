import { counted } from '#web/lib/figures.ts'
import { useChannelChoices } from '#web/shared/use-channel-choices.ts'

const namedAtMost = 2

/** Such as "Harbor Shop, Instagram and 2 more". */
export function PromotionChannels({ channelIds }: { channelIds: readonly string[] }) {
  const channels = useChannelChoices()
  if (channelIds.length === 0) return 'All channels'
  const names = channels.filter(({ value }) => channelIds.includes(value)).map(({ label }) => label)
  const named = names.slice(0, namedAtMost)
  const more = channelIds.length - named.length
  if (named.length === 0) return counted(channelIds.length, 'channel')
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
