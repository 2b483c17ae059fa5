import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { ChannelConfig } from './config.ts'
import { getChannelOrThrow } from './queries/channels.ts'
import { decryptSecret } from './secrets.ts'
import { getOrCreateSigningSecrets } from './signing-secrets.ts'

type Caller = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

/** Where and as whom a channel is spoken with, secrets in clear: for an adapter, and nobody else to see. */
export async function openConnection(tx: Tx, ctx: Caller, channelId: string): Promise<ChannelConnection> {
  const { name, config, accessToken } = await getChannelOrThrow(tx, ctx.companyId, channelId)
  const { webhookUrl, commerceAccountId, catalogId } = ChannelConfig.parse(config)
  return {
    channelId,
    name,
    webhookUrl,
    signingSecrets: await getOrCreateSigningSecrets(tx, ctx),
    accessToken: accessToken && decryptSecret(ctx, 'access_token', channelId, accessToken),
    commerceAccountId,
    catalogId,
  }
}
