import type { channelsApi } from '#contract/channels.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { getChannelOrThrow } from './queries/channels.ts'
import { openSecret } from './secrets.ts'
import { goodSigningSecrets } from './signing-secrets.ts'

type Asked = ParsedInputOf<typeof channelsApi.reveal>

export async function revealSecret(ctx: CompanyContext, asked: Asked): Promise<{ value: string | null }> {
  return ctx.transaction(async (tx) => {
    const value = await openAsked(tx, ctx, asked)
    await recordAudit(tx, ctx, {
      action: 'channel.reveal',
      resource: 'channel',
      resourceId: asked.channelId,
      companyId: ctx.companyId,
      after: { shown: asked.secret },
    })
    return { value }
  })
}

async function openAsked(tx: Tx, ctx: CompanyContext, { channelId, secret }: Asked): Promise<string | null> {
  const { apiKey, webhookSecret } = await getChannelOrThrow(tx, ctx.companyId, channelId)
  switch (secret) {
    case 'apiKey':
      return apiKey && openSecret(ctx, 'api_key', channelId, apiKey)
    case 'webhookSecret':
      return webhookSecret && openSecret(ctx, 'webhook_secret', channelId, webhookSecret)
    case 'signingSecret':
      return (await goodSigningSecrets(tx, ctx))[0] ?? null
  }
}
