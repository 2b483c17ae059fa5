import { type ShopType, channelTypeLabels } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { ChannelConfig, isPushed } from '../channel-config.ts'
import {
  type ChannelRecord,
  claimHandle,
  claimSlug,
  findChannelOfAccount,
  insertChannel,
  lockChannel,
  updateChannelRow,
} from '../channel-queries.ts'
import { toAuditedChannel } from '../channels.ts'
import { deleteOfferChanges, recordAllOffersChanged } from '../offer-queries.ts'
import { createWebhookSecret, decryptSecret, encryptSecret } from '../secrets.ts'
import type { InspectedShop } from './inspect-shop.ts'

export type ShopToStore = {
  type: ShopType
  inspected: InspectedShop
  /** The channel to be renewed or upgraded; null makes a new one, or renews a disconnected one of the same shop. */
  channelId: string | null
  /** The id of a new channel: its credentials were tested under it. */
  newId: string
  /** The name of a new channel, as a person gave it; otherwise it is the shop's. */
  name: string | null
  /** The secret with which the shop signs its webhooks, where it is not ours to choose. */
  webhookSecret: string | null
}

/** Stores credentials that work, with a new channel or with one that is there. Returns the channel, and what its owner should know. */
export async function storeShop(
  tx: Tx,
  ctx: CompanyContext,
  shop: ShopToStore,
): Promise<{ channel: ChannelRecord; warnings: string[] }> {
  const target = await lockTarget(tx, ctx, shop)
  const channel = target ? await renewChannel(tx, ctx, target, shop) : await createChannelOf(tx, ctx, shop)
  await recordAudit(tx, ctx, {
    action: 'channel.connect',
    resource: 'channel',
    resourceId: channel.id,
    companyId: ctx.companyId,
    before: target ? { ...toAuditedChannel(target), accountId: target.accountId } : {},
    after: { ...toAuditedChannel(channel), accountId: channel.accountId, hasNewCredentials: true },
  })
  await ctx.enqueue(tx, 'channels.watch-webhooks', { channelId: channel.id, isFirst: true })
  await ctx.enqueue(tx, 'channels.poll', { channelId: channel.id })
  await ctx.enqueue(tx, 'channels.read-items', { channelId: channel.id })
  await ctx.publishChange(tx, 'channels')
  return { channel, warnings: target && target.type !== channel.type ? [removeHandMade[shop.type]] : [] }
}

/** The channel that gets the connection. One shop in two channels would get each order and each quantity twice. */
async function lockTarget(tx: Tx, ctx: CompanyContext, shop: ShopToStore): Promise<ChannelRecord | null> {
  const { companyId } = ctx
  const { type, channelId } = shop
  const { accountId } = shop.inspected.account
  const holder = await findChannelOfAccount(tx, companyId, { type, accountId })
  if (holder && holder.id !== channelId && (channelId !== null || holder.credentials !== null)) {
    throw alreadyConnected(accountId, holder.name)
  }
  const id = channelId ?? holder?.id ?? null
  if (id === null) return null
  const target = await lockChannel(tx, companyId, id)
  assertTakes(target, type, accountId)
  return target
}

export const alreadyConnected = (accountId: string, name: string | null): AppError =>
  new AppError(
    'conflict',
    name
      ? say('{shop} is already connected as “{name}”.', { shop: accountId, name })
      : say('{shop} is already connected.', { shop: accountId }),
  )

function assertTakes(channel: ChannelRecord, type: ShopType, accountId: string): void {
  const { name } = channel
  if (channel.type === type) {
    if (channel.accountId === null || channel.accountId === accountId) return
    throw new AppError(
      'conflict',
      say('“{name}” is connected to {current}. Add {shop} as a separate channel.', {
        name,
        current: channel.accountId,
        shop: accountId,
      }),
    )
  }
  if (channel.type === 'website' && ChannelConfig.parse(channel.config).platform === type) return
  throw new AppError(
    'conflict',
    say('“{name}” is not a {platform} shop. Add {shop} as a separate channel.', {
      name,
      platform: channelTypeLabels[type],
      shop: accountId,
    }),
  )
}

const handMade = (place: string) =>
  `Remove the webhook to Lockstep that you created yourself (${place}), and the Lockstep plugin if you installed it. The connection replaces both.`

const removeHandMade: Record<ShopType, string> = {
  woocommerce: handMade('WooCommerce › Settings › Advanced › Webhooks'),
  shopify: handMade('Settings › Notifications › Webhooks'),
}

/** Credentials and what is known about the account. The test has just shown that the shop is there. */
const connectionColumns = (
  ctx: CompanyContext,
  channelId: string,
  { account, credentials, expireAt }: InspectedShop,
) => ({
  credentials: encryptSecret(ctx, 'credentials', channelId, JSON.stringify(credentials)),
  credentialsExpireAt: expireAt,
  accountId: account.accountId,
  accessError: null,
  lastHeardAt: ctx.clock.now(),
  // The first check is queued with this.
  webhooksCheckedAt: ctx.clock.now(),
  webhooksError: null,
})

/** The only location of a shop needs no choice. */
const onlyLocation = ({ account: { locations } }: InspectedShop): string | null =>
  locations.length === 1 ? (locations[0]?.id ?? null) : null

async function createChannelOf(tx: Tx, ctx: CompanyContext, shop: ShopToStore): Promise<ChannelRecord> {
  const { companyId } = ctx
  const { newId: id, type, inspected } = shop
  const name = shop.name ?? inspected.account.name
  const channel = await insertChannel(tx, {
    companyId,
    id,
    name,
    slug: await claimSlug(tx, { companyId, channelId: id, name }),
    type,
    config: ChannelConfig.parse({ locationId: onlyLocation(inspected) }),
    webhookSecret: encryptSecret(ctx, 'webhook_secret', id, shop.webhookSecret ?? createWebhookSecret()),
    adapterState: inspected.account.state,
    ...connectionColumns(ctx, id, inspected),
  })
  await claimHandle(tx, { companyId, channelId: id, handle: id })
  return channel
}

/**
 * Renews the credentials of a channel, or makes a website channel a shop of its platform: same id, so same orders, listings and history.
 * Keys for the API and the feed keep working. The webhook URL is cleared, because our plugin there must get no more pushes.
 */
async function renewChannel(
  tx: Tx,
  ctx: CompanyContext,
  before: ChannelRecord,
  { type, inspected, webhookSecret }: ShopToStore,
): Promise<ChannelRecord> {
  const key = { companyId: ctx.companyId, channelId: before.id }
  const { config: stored, isActive } = before
  const current = ChannelConfig.parse(stored)
  const config = { ...current, webhookUrl: null, locationId: current.locationId ?? onlyLocation(inspected) }
  const connection = connectionColumns(ctx, before.id, inspected)
  const after = await updateChannelRow(tx, key.companyId, key.channelId, {
    type,
    config,
    ...connection,
    adapterState: { ...asRecord(before.adapterState), ...inspected.account.state },
    ...secretColumns(ctx, before, webhookSecret),
    isPushed: isPushed({
      type,
      isActive,
      config,
      accessToken: before.accessToken,
      credentials: connection.credentials,
    }),
  })
  if (after.isPushed) await recordAllOffersChanged(tx, key)
  else if (before.isPushed) await deleteOfferChanges(tx, key)
  return after
}

const asRecord = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

/** Shopify may sign with the secret before for an hour, and a webhook made by hand until it is removed. */
const previousSecretDays = 3

function secretColumns(ctx: CompanyContext, { id, webhookSecret }: ChannelRecord, secret: string | null) {
  const current = webhookSecret && decryptSecret(ctx, 'webhook_secret', id, webhookSecret)
  const next = secret ?? current ?? createWebhookSecret()
  if (next === current) return {}
  return {
    webhookSecret: encryptSecret(ctx, 'webhook_secret', id, next),
    previousWebhookSecret: current && encryptSecret(ctx, 'previous_webhook_secret', id, current),
    previousWebhookSecretExpiresAt:
      current === null ? null : new Date(ctx.clock.now().getTime() + previousSecretDays * 86_400_000),
  }
}
