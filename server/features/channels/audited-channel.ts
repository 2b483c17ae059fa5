import { ChannelConfig } from './config.ts'
import type { ChannelRecord } from './queries/channels.ts'

/** What the audit log tells of a channel. It masks the token, and so says no more than that there is another one. */
export const toAuditedChannel = (channel: ChannelRecord) => ({
  name: channel.name,
  slug: channel.slug,
  type: channel.type,
  isActive: channel.isActive,
  safetyBuffer: channel.safetyBuffer,
  accessToken: channel.accessToken,
  ...ChannelConfig.parse(channel.config),
})
