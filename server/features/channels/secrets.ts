import { randomBytes } from 'node:crypto'
import type { channelsApi } from '#contract/channels.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { handleOfKey } from '#server/features/auth/authenticate.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { ChannelConfig } from './channel-config.ts'
import {
  type ChannelRecord,
  claimHandle,
  deleteExpiredSigningSecrets,
  expireKeys,
  expireSigningSecrets,
  getChannelOrThrow,
  insertSigningSecret,
  listValidSigningSecrets,
  lockChannel,
  lockSigningSecrets,
  updateChannelRow,
} from './channel-queries.ts'

type RotateRequest = ParsedInputOf<typeof channelsApi.rotate>

const hour = 3_600_000

/** The previous secret stays valid for `overlapHours`, so that the other side can switch without losing an order. */
export async function rotateSecret(ctx: CompanyContext, request: RotateRequest): Promise<{ value: string }> {
  const { channelId, secret, overlapHours, value: given } = request
  const goodUntil = new Date(ctx.clock.now().getTime() + overlapHours * hour)
  return ctx.transaction(async (tx) => {
    const channel = await lockChannel(tx, ctx.companyId, channelId)
    const value =
      secret === 'webhookSecret'
        ? await replaceWebhookSecret(tx, ctx, channel, { secret: given ?? createWebhookSecret(), goodUntil })
        : await rotateKey(tx, ctx, channel, { key: secret, goodUntil })
    await recordAudit(tx, ctx, {
      action: 'channel.rotate',
      resource: 'channel',
      resourceId: channelId,
      companyId: ctx.companyId,
      after: { replaced: secret, overlapHours },
    })
    await ctx.publishChange(tx, 'channels')
    return { value }
  })
}

async function rotateKey(
  tx: Tx,
  ctx: CompanyContext,
  { companyId, id }: ChannelRecord,
  { key, goodUntil }: { key: 'apiKey' | 'feedKey'; goodUntil: Date },
): Promise<string> {
  await expireKeys(tx, { companyId, channelId: id, isFeedKey: key === 'feedKey', at: goodUntil })
  if (key === 'feedKey') return issueFeedKey(tx, ctx, id)
  const made = createApiKey()
  await claimHandle(tx, { companyId, channelId: id, handle: handleOfKey(made) })
  await updateChannelRow(tx, companyId, id, { apiKey: encryptSecret(ctx, 'api_key', id, made) })
  return made
}

/** Makes the channel's feed key, which reads inventory only (function `key_holder`, migration 0018). */
export async function issueFeedKey(tx: Tx, ctx: EncryptionContext, channelId: string): Promise<string> {
  const { companyId } = ctx
  const made = `ls_feed_${randomBytes(32).toString('base64url')}`
  await claimHandle(tx, { companyId, channelId, handle: handleOfKey(made), isFeedKey: true })
  await updateChannelRow(tx, companyId, channelId, { feedKey: encryptSecret(ctx, 'feed_key', channelId, made) })
  return made
}

async function replaceWebhookSecret(
  tx: Tx,
  ctx: CompanyContext,
  { companyId, id, webhookSecret }: ChannelRecord,
  { secret, goodUntil }: { secret: string; goodUntil: Date },
): Promise<string> {
  const staysGood = webhookSecret !== null && goodUntil > ctx.clock.now()
  const previous = staysGood ? decryptSecret(ctx, 'webhook_secret', id, webhookSecret) : null
  await updateChannelRow(tx, companyId, id, {
    webhookSecret: encryptSecret(ctx, 'webhook_secret', id, secret),
    previousWebhookSecret: previous && encryptSecret(ctx, 'previous_webhook_secret', id, previous),
    previousWebhookSecretExpiresAt: staysGood ? goodUntil : null,
  })
  return secret
}

type RevealRequest = ParsedInputOf<typeof channelsApi.reveal>

export async function revealSecret(ctx: CompanyContext, request: RevealRequest): Promise<{ value: string | null }> {
  return ctx.transaction(async (tx) => {
    const { value, isNew = false } = await readSecret(tx, ctx, request)
    await recordAudit(tx, ctx, {
      action: 'channel.reveal',
      resource: 'channel',
      resourceId: request.channelId,
      companyId: ctx.companyId,
      after: { shown: request.secret, ...(isNew && { isNew }) },
    })
    if (isNew) await ctx.publishChange(tx, 'channels')
    return { value }
  })
}

type RevealedSecret = { value: string | null; isNew?: boolean }

async function readSecret(tx: Tx, ctx: CompanyContext, { channelId, secret }: RevealRequest): Promise<RevealedSecret> {
  if (secret === 'feedKey') return getOrCreateFeedKey(tx, ctx, channelId)
  const { apiKey, webhookSecret, config } = await getChannelOrThrow(tx, ctx.companyId, channelId)
  switch (secret) {
    case 'apiKey':
      return { value: apiKey && decryptSecret(ctx, 'api_key', channelId, apiKey) }
    case 'webhookSecret':
      return { value: webhookSecret && decryptSecret(ctx, 'webhook_secret', channelId, webhookSecret) }
    case 'webhookUrl':
      return { value: ChannelConfig.parse(config).webhookUrl }
    case 'signingSecret':
      return { value: (await getOrCreateSigningSecrets(tx, ctx))[0] ?? null }
  }
}

/** Channels from before migration 0018, and those of other types than website, have no feed key until it is asked for. */
async function getOrCreateFeedKey(tx: Tx, ctx: CompanyContext, channelId: string): Promise<RevealedSecret> {
  const { feedKey } = await lockChannel(tx, ctx.companyId, channelId)
  if (feedKey) return { value: decryptSecret(ctx, 'feed_key', channelId, feedKey) }
  return { value: await issueFeedKey(tx, ctx, channelId), isNew: true }
}

type EncryptionContext = Pick<CompanyContext, 'vault' | 'companyId'>

type SecretColumn =
  | 'api_key'
  | 'feed_key'
  | 'webhook_secret'
  | 'previous_webhook_secret'
  | 'access_token'
  | 'credentials'

const secretContext = (column: SecretColumn, { companyId }: EncryptionContext, id: string): string =>
  encryptionContext(`channels.${column}`, { companyId, id })

export const encryptSecret = (ctx: EncryptionContext, column: SecretColumn, channelId: string, plain: string): string =>
  ctx.vault.encrypt(plain, secretContext(column, ctx, channelId))

export const decryptSecret = (
  ctx: EncryptionContext,
  column: SecretColumn,
  channelId: string,
  encrypted: string,
): string => ctx.vault.decrypt(encrypted, secretContext(column, ctx, channelId))

export const createApiKey = (): string => `ls_live_${randomBytes(32).toString('base64url')}`

/** In the format of the Standard Webhooks specification. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

type SigningContext = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

/** Decrypted secrets that sign outgoing webhooks, newest first. Creates the first one when it is needed. */
export async function getOrCreateSigningSecrets(tx: Tx, ctx: SigningContext): Promise<string[]> {
  const valid = await listSigningSecrets(tx, ctx)
  if (valid.length > 0) return valid
  await lockSigningSecrets(tx, ctx.companyId)
  const madeMeanwhile = await listSigningSecrets(tx, ctx)
  return madeMeanwhile.length > 0 ? madeMeanwhile : [await createSigningSecret(tx, ctx)]
}

/** Like getOrCreateSigningSecrets, without creating one. */
export async function listSigningSecrets(tx: Tx, ctx: SigningContext): Promise<string[]> {
  return (await listSigningSecretsWithTimes(tx, ctx)).map(({ secret }) => secret)
}

/** With their creation and expiry dates. */
export async function listSigningSecretsWithTimes(tx: Tx, { companyId, vault, clock }: SigningContext) {
  const encrypted = await listValidSigningSecrets(tx, companyId, clock.now())
  return encrypted.map(({ id, secret, ...times }) => ({
    ...times,
    secret: vault.decrypt(secret, encryptionContext('signing_secrets.secret', { companyId, id })),
  }))
}

/** Creates a new signing secret. Previous ones sign beside it until `goodUntil`; expired ones are deleted. */
export async function replaceSigningSecret(tx: Tx, ctx: SigningContext, goodUntil: Date): Promise<string> {
  await lockSigningSecrets(tx, ctx.companyId)
  await expireSigningSecrets(tx, ctx.companyId, goodUntil)
  await deleteExpiredSigningSecrets(tx, ctx.companyId, ctx.clock.now())
  return createSigningSecret(tx, ctx)
}

async function createSigningSecret(tx: Tx, { companyId, vault, clock }: SigningContext): Promise<string> {
  const [id, plain] = [newId(), createWebhookSecret()]
  const secret = vault.encrypt(plain, encryptionContext('signing_secrets.secret', { companyId, id }))
  await insertSigningSecret(tx, { companyId, id, secret, createdAt: clock.now() })
  return plain
}
