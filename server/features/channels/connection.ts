import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { ChannelConfig, toChannelKind } from './channel-config.ts'
import { getChannelOrThrow, lockChannel, updateChannelRow } from './channel-queries.ts'
import { recordAllOffersChanged } from './offer-queries.ts'
import { decryptSecret, getOrCreateSigningSecrets } from './secrets.ts'

type Caller = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

/** The channel's address with decrypted secrets. Only for adapters. */
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

type TestResult = { success: boolean; message: string }

/** Sends a test call to the channel and reports the result in a sentence. */
export async function testChannel(ctx: CompanyContext, { channelId }: { channelId: string }): Promise<TestResult> {
  const { channel, connection } = await ctx.transaction(async (tx) => ({
    channel: await getChannelOrThrow(tx, ctx.companyId, channelId),
    connection: await openConnection(tx, ctx, channelId),
  }))
  const kind = toChannelKind(channel)
  const adapter = kind && ctx.ports.channels[kind]
  if (!adapter?.test) return { success: false, message: 'Nothing can be sent to this kind of channel yet.' }
  if (channel.type === 'website' && connection.webhookUrl === null) {
    return { success: false, message: 'Enter a webhook URL first: it is where Lockstep sends stock and tracking.' }
  }
  try {
    await adapter.test(connection)
  } catch (error) {
    if (error instanceof Unauthorized) await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
    if (isFailure(error)) return { success: false, message: error.message }
    throw error
  }
  await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, null))
  return { success: true, message: `“${channel.name}” hears us.` }
}

const isFailure = (error: unknown): error is Error =>
  error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized

/**
 * Records whether the channel accepts our credentials: `error` is its refusal, null means accepted. When access is
 * back, all offers are pushed again.
 */
export async function recordAccess(
  tx: Tx,
  ctx: CompanyContext,
  channelId: string,
  error: string | null,
): Promise<void> {
  const { companyId } = ctx
  const { accessError, isPushed } = await lockChannel(tx, companyId, channelId)
  if (accessError === error) return
  await updateChannelRow(tx, companyId, channelId, { accessError: error })
  if (error === null && isPushed) await recordAllOffersChanged(tx, { companyId, channelId })
  await ctx.publishChange(tx, 'channels')
}
