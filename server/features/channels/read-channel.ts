import type { ChannelDetail } from '#contract/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { maskFor, toChannelRow } from './channel-row.ts'
import { ChannelConfig } from './config.ts'
import { readChannelActivity } from './queries/channel-news.ts'
import { getChannelOrThrow, type ChannelRecord } from './queries/channels.ts'
import { findPreviousKeyEnd } from './queries/handles.ts'
import { decryptSecret } from './secrets.ts'
import { listSigningSecrets } from './signing-secrets.ts'

export async function readChannel(ctx: CompanyContext, { channelId }: { channelId: string }): Promise<ChannelDetail> {
  return ctx.read(async (tx) => describeChannel(tx, ctx, await getChannelOrThrow(tx, ctx.companyId, channelId)))
}

/** The channel with its settings. Secrets are masked. */
export async function describeChannel(tx: Tx, ctx: CompanyContext, channel: ChannelRecord): Promise<ChannelDetail> {
  const { companyId, publicUrl } = ctx
  const { id, slug, safetyBuffer, webhookSecret, accessToken, previousWebhookSecretExpiresAt, createdAt } = channel
  const now = ctx.clock.now()
  const config = ChannelConfig.parse(channel.config)
  const activities = await readChannelActivity(tx, companyId, [id])
  const previousKeyEnd = await findPreviousKeyEnd(tx, { companyId, channelId: id, now })
  const previousSecretEnd = stillAhead(previousWebhookSecretExpiresAt, now)
  const [signingSecret = null] = await listSigningSecrets(tx, ctx)
  return {
    ...config,
    ...toChannelRow(ctx, channel, activities.get(id)),
    platform: config.platform,
    safetyBuffer,
    webhookSecret: maskFor(ctx, webhookSecret && decryptSecret(ctx, 'webhook_secret', id, webhookSecret)),
    signingSecret: maskFor(ctx, signingSecret),
    previousKeyUntil: previousKeyEnd?.toISOString() ?? null,
    previousSecretUntil: previousSecretEnd?.toISOString() ?? null,
    hasAccessToken: accessToken !== null,
    intakeUrl: `${publicUrl}/api/webhooks/${id}`,
    feedUrl: `${publicUrl}/api/feed/${slug}.json`,
    createdAt: createdAt.toISOString(),
  }
}

const stillAhead = (moment: Date | null, now: Date): Date | null => (moment && moment > now ? moment : null)
