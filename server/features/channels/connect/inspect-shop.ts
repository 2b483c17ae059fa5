import { type ShopType, channelTypeLabels } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { ChannelAccount, ChannelConnection, Credentials, RotatedCredentials } from '#server/ports/channel.ts'
import { Failure, Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isShop, toChannelKind } from '../channel-config.ts'
import { type ChannelRecord, getChannelOrThrow } from '../channel-queries.ts'
import { openConnection, recordAccess } from '../connection.ts'

/** Credentials as a person or a consent page gave them, for the shop at this address. */
export type ShopLogin = {
  type: ShopType
  /** The address of the site, or the domain of the store. */
  accountId: string
  credentials: Credentials
  /** Form fields to which a refusal belongs. */
  fields: { address: string; key: string } | null
}

/** What a shop answered, and its credentials after the test: an adapter may have got a token with them. */
export type InspectedShop = { account: ChannelAccount } & RotatedCredentials

/**
 * Tests credentials before anything is stored. The call goes to the address that was named, so credentials of another shop fail. Refusals
 * become sentences for the person.
 */
export async function inspectShop(
  ctx: CompanyContext,
  login: ShopLogin,
  { channelId, name }: { channelId: string; name: string },
): Promise<InspectedShop> {
  const { type, accountId, fields } = login
  let current: RotatedCredentials = { credentials: login.credentials, expireAt: null }
  const connection: ChannelConnection = {
    ...noConnection,
    channelId,
    name,
    accountId,
    credentials: login.credentials,
    saveCredentials: async (next) => void (current = next),
  }
  const inspect = inspectorOf(ctx, type)
  const account = await inspect(connection).catch((error: unknown) => {
    throw toAppError(error, fields)
  })
  if (!isSameSite(accountId, account.accountId)) {
    const message = say('{typed} is another shop, {found}. Enter that shop’s address.', {
      typed: hostOf(accountId),
      found: hostOf(account.accountId),
    })
    throw new AppError('invalid', message, fields ? [{ field: fields.address, message }] : [])
  }
  return { account, credentials: current.credentials, expireAt: account.credentialsExpireAt ?? current.expireAt }
}

/** A live look at a shop that is connected. A refusal of its credentials is recorded with the channel. */
export async function inspectConnected(
  ctx: CompanyContext,
  channelId: string,
): Promise<{ channel: ChannelRecord; account: ChannelAccount }> {
  const { channel, connection } = await ctx.transaction(async (tx) => ({
    channel: await getConnectedShopOrThrow(tx, ctx, channelId),
    connection: await openConnection(tx, ctx, channelId),
  }))
  const inspect = inspectorOf(ctx, channel.type)
  const account = await inspect(connection).catch(async (error: unknown) => {
    if (error instanceof Unauthorized) await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
    throw toAppError(error, null)
  })
  return { channel, account }
}

type ConnectedChannel = ChannelRecord & { type: ShopType }

async function getConnectedShopOrThrow(tx: Tx, ctx: CompanyContext, channelId: string): Promise<ConnectedChannel> {
  const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
  const { type } = channel
  if (!isShop(type))
    throw new AppError('conflict', say('“{name}” is not connected through its own API.', { name: channel.name }))
  if (channel.credentials === null)
    throw new AppError('conflict', say('“{name}” is not connected. Connect it first.', { name: channel.name }))
  return { ...channel, type }
}

const noConnection = {
  webhookUrl: null,
  signingSecrets: [],
  accessToken: null,
  commerceAccountId: null,
  catalogId: null,
  state: {},
  locationId: null,
  shipsAuthorized: false,
}

function inspectorOf(ctx: CompanyContext, type: ShopType): (connection: ChannelConnection) => Promise<ChannelAccount> {
  const kind = toChannelKind({ type, config: {} })
  const adapter = kind && ctx.ports.channels[kind]
  const inspect = adapter?.inspect
  if (!inspect)
    throw new AppError('conflict', say('{shop} shops can’t be connected here yet.', { shop: channelTypeLabels[type] }))
  return (connection) => inspect(connection)
}

function toAppError(error: unknown, fields: ShopLogin['fields']): unknown {
  if (!(error instanceof Failure)) return error
  const message = error.sentence
  const at = (field: string | undefined) => (field ? [{ field, message }] : [])
  if (error instanceof Unauthorized) return new AppError('invalid', message, at(fields?.key))
  if (error instanceof Rejected) return new AppError('invalid', message, at(fields?.address))
  // Not `unavailable`: the shop that was named does not answer, Lockstep does.
  if (error instanceof Unavailable) return new AppError(fields ? 'invalid' : 'conflict', message, at(fields?.address))
  return error
}

/** With or without `www.`; a sub-folder of a site is another shop. */
const isSameSite = (typed: string, found: string): boolean => siteKey(typed) === siteKey(found)

const siteKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/+$/, '')

const hostOf = (address: string): string => address.replace(/^https?:\/\//, '')
