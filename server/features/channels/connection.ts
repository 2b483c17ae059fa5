import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { Failure, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { ChannelConfig, isShop, toChannelKind } from './channel-config.ts'
import {
  type ChannelRecord,
  getChannelOrThrow,
  lockChannel,
  replaceCredentials,
  updateChannelRow,
} from './channel-queries.ts'
import { recordAllOffersChanged } from './offer-queries.ts'
import { decryptSecret, encryptSecret, getOrCreateSigningSecrets } from './secrets.ts'

type Caller = Pick<CompanyContext, 'companyId' | 'vault' | 'clock' | 'transaction'>

/** The channel's address with decrypted secrets. Only for adapters. */
export async function openConnection(tx: Tx, ctx: Caller, channelId: string): Promise<ChannelConnection> {
  const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
  const { name, config, accessToken, accountId, adapterState } = channel
  const { webhookUrl, commerceAccountId, catalogId, locationId, shipsAuthorized } = ChannelConfig.parse(config)
  return {
    channelId,
    name,
    webhookUrl,
    signingSecrets: await getOrCreateSigningSecrets(tx, ctx),
    accessToken: accessToken && decryptSecret(ctx, 'access_token', channelId, accessToken),
    commerceAccountId,
    catalogId,
    accountId,
    ...openCredentials(ctx, channel),
    state: AdapterState.parse(adapterState),
    locationId,
    shipsAuthorized,
  }
}

const AdapterState = z.record(z.string(), z.unknown())
const StoredCredentials = z.record(z.string(), z.string())

/**
 * Credentials of a shop, and the one way in which its adapter replaces them: a compare-and-set, so that of two processes that rotate a
 * token at once the second one's answer does not overwrite the first one's.
 */
function openCredentials(
  ctx: Caller,
  { id, credentials: stored }: ChannelRecord,
): Pick<ChannelConnection, 'credentials' | 'saveCredentials'> {
  let current = stored
  return {
    credentials:
      stored === null ? null : StoredCredentials.parse(JSON.parse(decryptSecret(ctx, 'credentials', id, stored))),
    async saveCredentials({ credentials, expireAt }) {
      const next = encryptSecret(ctx, 'credentials', id, JSON.stringify(credentials))
      const isSaved = await ctx.transaction((tx) =>
        replaceCredentials(tx, ctx.companyId, { channelId: id, from: current, to: next, expireAt }),
      )
      if (!isSaved) throw new Unavailable(say('Someone else changed the credentials at the same time.'))
      current = next
    },
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
  const test = adapter?.test ?? adapter?.inspect
  if (!test) return { success: false, message: ctx.inReadersLanguage(say('This type of channel can’t be tested yet.')) }
  if (isShop(channel.type) && connection.credentials === null) {
    return { success: false, message: ctx.inReadersLanguage(say('The shop is not connected. Connect it first.')) }
  }
  if (channel.type === 'website' && connection.webhookUrl === null) {
    const message = say('Enter a webhook URL first. Lockstep sends stock and tracking there.')
    return { success: false, message: ctx.inReadersLanguage(message) }
  }
  try {
    await test(connection)
  } catch (error) {
    if (error instanceof Unauthorized) await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
    if (error instanceof Failure) return { success: false, message: ctx.inReadersLanguage(error.sentence) }
    throw error
  }
  await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, null))
  const message = say('“{channel}” received the test.', { channel: channel.name })
  return { success: true, message: ctx.inReadersLanguage(message) }
}

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
