import { maskKey } from '#contract/channel-values.ts'
import type { ChannelRow } from '#contract/channels.ts'
import { allows } from '#contract/roles.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { ChannelConfig } from './config.ts'
import type { ChannelActivity } from './queries/channel-news.ts'
import type { ChannelRecord } from './queries/channels.ts'
import { decryptSecret } from './secrets.ts'

type Viewer = Pick<CompanyContext, 'actor' | 'companyId' | 'vault'>

/** The channel as its card shows it. */
export function toChannelRow(ctx: Viewer, channel: ChannelRecord, activity: ChannelActivity = noActivity): ChannelRow {
  const { id, name, slug, type, isActive, accessError } = channel
  return {
    id,
    name,
    slug,
    type,
    platform: type === 'website' ? ChannelConfig.parse(channel.config).platform : null,
    isActive,
    apiKey: maskFor(ctx, channel.apiKey && decryptSecret(ctx, 'api_key', id, channel.apiKey)),
    hasKey: channel.apiKey !== null,
    lastOrderAt: activity.lastOrderAt,
    lastSyncedAt: channel.lastSyncedAt?.toISOString() ?? null,
    accessError,
    problems: activity.problems,
  }
}

const noActivity: ChannelActivity = { lastOrderAt: null, problems: 0 }

/** Who may not see a secret sees nothing of it, not even its ends. */
export const maskFor = ({ actor }: Pick<Viewer, 'actor'>, secret: string | null): string | null =>
  secret !== null && actor.type === 'user' && allows('ops', actor.role) ? maskKey(secret) : null
