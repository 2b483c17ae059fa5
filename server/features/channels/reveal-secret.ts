import type { channelsApi } from '#contract/channels.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { getChannelOrThrow } from './queries/channels.ts'
import { decryptSecret } from './secrets.ts'
import { getOrCreateSigningSecrets } from './signing-secrets.ts'

type RevealRequest = ParsedInputOf<typeof channelsApi.reveal>

export async function revealSecret(ctx: CompanyContext, request: RevealRequest): Promise<{ value: string | null }> {
  return ctx.transaction(async (tx) => {
    const value = await readSecret(tx, ctx, request)
    await recordAudit(tx, ctx, {
      action: 'channel.reveal',
      resource: 'channel',
      resourceId: request.channelId,
      companyId: ctx.companyId,
      after: { shown: request.secret },
    })
    return { value }
  })
}

async function readSecret(tx: Tx, ctx: CompanyContext, { channelId, secret }: RevealRequest): Promise<string | null> {
  const { apiKey, webhookSecret } = await getChannelOrThrow(tx, ctx.companyId, channelId)
  switch (secret) {
    case 'apiKey':
      return apiKey && decryptSecret(ctx, 'api_key', channelId, apiKey)
    case 'webhookSecret':
      return webhookSecret && decryptSecret(ctx, 'webhook_secret', channelId, webhookSecret)
    case 'signingSecret':
      return (await getOrCreateSigningSecrets(tx, ctx))[0] ?? null
  }
}
