import type { ChannelRow } from '#contract/channels.ts'

/** A shop of Meta is let in by its own token and not by a key. */
export function channelState({ isActive, hasKey, type }: Pick<ChannelRow, 'isActive' | 'hasKey' | 'type'>) {
  if (!isActive) return 'Inactive'
  return hasKey || type === 'meta_shops' ? 'Connected' : 'Syncing'
}
