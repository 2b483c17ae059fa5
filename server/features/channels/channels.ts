import { z } from 'zod'
import { maskKey } from '#contract/channel-values.ts'
import {
  type ChannelDetail,
  type ChannelInput,
  type ChannelRow,
  type channelsApi,
  unusableKeyMessage,
} from '#contract/channels.ts'
import type { ReplyInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { asMessage, say } from '#contract/i18n.ts'
import { maskUrl } from '#contract/masking.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { allows } from '#contract/roles.ts'
import { isStrongSecret } from '#contract/secret-strength.ts'
import { handleOfKey } from '#server/features/auth/authenticate.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { newId } from '#server/platform/ids.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { ChannelConfig, isShop } from './channel-config.ts'
import {
  type ChannelActivity,
  type ChannelRecord,
  claimHandle,
  claimSlug,
  countChannels,
  findPreviousKeyEnd,
  getChannelOrThrow,
  insertChannel,
  intakeUrlOf,
  listChannelRecords,
  readChannelActivity,
} from './channel-queries.ts'
import {
  createApiKey,
  createWebhookSecret,
  decryptSecret,
  encryptSecret,
  issueFeedKey,
  listSigningSecrets,
} from './secrets.ts'

const BySlug = z.tuple([z.string()])

export async function listChannels(ctx: CompanyContext, query: PageQuery): Promise<Page<ChannelRow>> {
  const [after] = decodeCursor(query.cursor, BySlug) ?? []
  return ctx.read(async (tx) => {
    const found = await listChannelRecords(tx, ctx.companyId, { after, limit: query.limit + 1 })
    const page = toPage(found, query.limit, await countChannels(tx, ctx.companyId), ({ slug }) => [slug])
    const activities = await readChannelActivity(
      tx,
      ctx.companyId,
      page.rows.map(({ id }) => id),
    )
    return { ...page, rows: page.rows.map((channel) => toChannelRow(ctx, channel, activities.get(channel.id))) }
  })
}

export async function readChannel(ctx: CompanyContext, { channelId }: { channelId: string }): Promise<ChannelDetail> {
  return ctx.read(async (tx) => describeChannel(tx, ctx, await getChannelOrThrow(tx, ctx.companyId, channelId)))
}

/** The channel with its settings and masked secrets. */
export async function describeChannel(tx: Tx, ctx: CompanyContext, channel: ChannelRecord): Promise<ChannelDetail> {
  const { companyId } = ctx
  const { id, safetyBuffer, webhookSecret, accessToken, previousWebhookSecretExpiresAt, createdAt } = channel
  const now = ctx.clock.now()
  const config = ChannelConfig.parse(channel.config)
  const activities = await readChannelActivity(tx, companyId, [id])
  const keys = { companyId, channelId: id, now }
  const previousKeyEnd = await findPreviousKeyEnd(tx, { ...keys, isFeedKey: false })
  const previousFeedKeyEnd = await findPreviousKeyEnd(tx, { ...keys, isFeedKey: true })
  const previousSecretEnd = stillAhead(previousWebhookSecretExpiresAt, now)
  const [signingSecret = null] = await listSigningSecrets(tx, ctx)
  return {
    ...config,
    ...toChannelRow(ctx, channel, activities.get(id)),
    platform: config.platform,
    webhookUrl: config.webhookUrl && maskUrl(config.webhookUrl),
    safetyBuffer,
    webhookSecret: maskFor(ctx, webhookSecret && decryptSecret(ctx, 'webhook_secret', id, webhookSecret)),
    signingSecret: maskFor(ctx, signingSecret),
    previousKeyUntil: previousKeyEnd?.toISOString() ?? null,
    previousFeedKeyUntil: previousFeedKeyEnd?.toISOString() ?? null,
    previousSecretUntil: previousSecretEnd?.toISOString() ?? null,
    hasAccessToken: accessToken !== null,
    isStarted: !isShop(channel.type) || config.pushesStock,
    intakeUrl: intakeUrlOf(ctx, id),
    createdAt: createdAt.toISOString(),
  }
}

const stillAhead = (moment: Date | null, now: Date): Date | null => (moment && moment > now ? moment : null)

/** A website always gets an API key and a feed key; other channels have an API key only if it is given. */
export async function createChannel(
  ctx: CompanyContext,
  { name, type, isActive, platform, ...given }: ChannelInput,
): Promise<ReplyInputOf<typeof channelsApi.create>> {
  const { companyId } = ctx
  const id = newId()
  const apiKey = given.apiKey ?? (type === 'website' ? createApiKey() : null)
  const webhookSecret = given.webhookSecret ?? createWebhookSecret()
  return ctx.transaction(async (tx) => {
    const channel = await insertChannel(tx, {
      companyId,
      id,
      name,
      slug: await claimSlug(tx, { companyId, channelId: id, name }),
      type,
      isActive,
      config: ChannelConfig.parse({ platform }),
      apiKey: apiKey && encryptSecret(ctx, 'api_key', id, apiKey),
      webhookSecret: encryptSecret(ctx, 'webhook_secret', id, webhookSecret),
    })
    await claimHandle(tx, { companyId, channelId: id, handle: id })
    if (apiKey) await claimKey(tx, { companyId, channelId: id, apiKey })
    const feedKey = type === 'website' ? await issueFeedKey(tx, ctx, id) : null
    await recordAudit(tx, ctx, {
      action: 'channel.create',
      resource: 'channel',
      resourceId: id,
      companyId,
      after: toAuditedChannel(channel),
    })
    await ctx.publishChange(tx, 'channels')
    return { ...toChannelRow(ctx, channel), apiKey, feedKey, webhookSecret }
  })
}

/**
 * Refuses a weak key and one that somebody has already with the same reply, after the same statements: neither tells whether a key exists
 * elsewhere.
 */
async function claimKey(
  tx: Tx,
  { companyId, channelId, apiKey }: { companyId: string; channelId: string; apiKey: string },
): Promise<void> {
  const isFree = await claimHandle(tx, { companyId, channelId, handle: handleOfKey(apiKey) })
  if (isFree && isStrongSecret(apiKey)) return
  const message = asMessage(unusableKeyMessage)
  throw new AppError('invalid', say('apiKey: {reason}', { reason: message }), [{ field: 'apiKey', message }])
}

type Viewer = Pick<CompanyContext, 'actor' | 'companyId' | 'vault' | 'publicUrl' | 'clock' | 'inReadersLanguage'>

/** The channel as its card shows it. */
function toChannelRow(ctx: Viewer, channel: ChannelRecord, activity: ChannelActivity = noActivity): ChannelRow {
  const { id, name, slug, type, isActive, accessError, feedKey, feedRefusedAt } = channel
  return {
    id,
    name,
    slug,
    type,
    platform: type === 'website' ? ChannelConfig.parse(channel.config).platform : null,
    isActive,
    isConnected: channel.credentials !== null,
    apiKey: maskFor(ctx, channel.apiKey && decryptSecret(ctx, 'api_key', id, channel.apiKey)),
    hasKey: channel.apiKey !== null,
    feedKey: maskFor(ctx, feedKey && decryptSecret(ctx, 'feed_key', id, feedKey)),
    feedUrl: `${ctx.publicUrl}/api/feed/${slug}.json`,
    feedRefusedAt: isRecent(feedRefusedAt, ctx.clock.now()) ? feedRefusedAt.toISOString() : null,
    lastOrderAt: activity.lastOrderAt,
    lastSyncedAt: channel.lastSyncedAt?.toISOString() ?? null,
    accountId: channel.accountId,
    credentialsExpireAt: channel.credentialsExpireAt?.toISOString() ?? null,
    waitsFor: waitsForOf(channel, activity),
    accessError: translateStored(ctx, accessError),
    problems: activity.problems,
  }
}

function waitsForOf({ type, lastHeardAt, accessToken }: ChannelRecord, { lastOrderAt }: ChannelActivity) {
  if (lastHeardAt !== null || lastOrderAt !== null) return null
  if (type === 'website') return 'first_order'
  return type === 'meta_shops' && accessToken === null ? 'access_token' : null
}

/** A week: readers of feeds ask every day at least, so one that is still refused would have shown. */
const isRecent = (moment: Date | null, now: Date): moment is Date =>
  moment !== null && now.getTime() - moment.getTime() < 7 * 86_400_000

const noActivity: ChannelActivity = { lastOrderAt: null, problems: 0 }

/** Users who may not see a secret do not even see its first and last characters. */
const maskFor = ({ actor }: Pick<Viewer, 'actor'>, secret: string | null): string | null =>
  secret !== null && actor.type === 'user' && allows('ops', actor.role) ? maskKey(secret) : null

/** The channel's fields for the audit log, which masks the token and the webhook URL: it may show only that they have changed. */
export const toAuditedChannel = (channel: ChannelRecord) => ({
  name: channel.name,
  slug: channel.slug,
  type: channel.type,
  isActive: channel.isActive,
  safetyBuffer: channel.safetyBuffer,
  accessToken: channel.accessToken,
  ...ChannelConfig.parse(channel.config),
})
