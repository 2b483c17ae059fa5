import { feedSlug } from '#contract/channel-values.ts'
import type { ChannelDetail, channelsApi } from '#contract/channels.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import { maskedPart, maskUrl } from '#contract/masking.ts'
import { changedFields } from '#server/features/products/record-changes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { ChannelConfig, isPushed, isShop } from './channel-config.ts'
import { type ChannelRecord, claimSlug, lockChannel, updateChannelRow } from './channel-queries.ts'
import { describeChannel, toAuditedChannel } from './channels.ts'
import { clearSentOffers, deleteOfferChanges, recordAllOffersChanged } from './offer-queries.ts'
import { encryptSecret } from './secrets.ts'

type Change = ParsedInputOf<typeof channelsApi.update>

export async function updateChannel(ctx: CompanyContext, input: Change): Promise<ChannelDetail> {
  return retryOnConflict(() => ctx.transaction((tx) => changeChannel(tx, ctx, input)))
}

async function changeChannel(tx: Tx, ctx: CompanyContext, input: Change): Promise<ChannelDetail> {
  const { companyId } = ctx
  const before = await lockChannel(tx, companyId, input.channelId)
  const changes = changesOf(ctx, before, withStoredUrl(before, input))
  if (!changes) return describeChannel(tx, ctx, before)
  const after = await updateChannelRow(tx, companyId, before.id, {
    ...changes,
    ...(await movedSlug(tx, before, changes.name)),
    isPushed: isPushed({ ...before, ...changes }),
  })
  await updatePushedOffers(tx, before, after)
  await recordAudit(tx, ctx, {
    action: 'channel.update',
    resource: 'channel',
    resourceId: before.id,
    companyId,
    before: toAuditedChannel(before),
    after: toAuditedChannel(after),
  })
  await ctx.publishChange(tx, 'channels')
  return describeChannel(tx, ctx, after)
}

function changesOf(ctx: CompanyContext, before: ChannelRecord, input: Change): Partial<ChannelRecord> | null {
  const { channelId, name, isActive, safetyBuffer, accessToken, ...settings } = input
  assertSafeWebhookUrl(ctx.publicUrl, settings.webhookUrl)
  const current = { ...before, config: ChannelConfig.parse(before.config) }
  assertCanPush(before, settings)
  const config = { ...current.config, ...settings }
  const changes = changedFields<ChannelRecord>(current, {
    name,
    isActive,
    safetyBuffer,
    config,
    ...(accessToken && { accessToken: encryptSecret(ctx, 'access_token', channelId, accessToken) }),
  })
  const hasMoved = accessToken !== undefined || remoteAddress(current.config) !== remoteAddress(config)
  return changes && hasMoved ? { ...changes, accessError: null } : changes
}

/** Pushing is switched on by `start`, which asks the shop for its locations; here it is paused and resumed. */
function assertCanPush({ type, name, config }: ChannelRecord, { pushesStock, locationId }: Partial<Change>): void {
  const current = ChannelConfig.parse(config)
  if (!isShop(type) && pushesStock)
    throw new AppError('conflict', say('“{name}” is not connected through its own API.', { name }))
  const pushes = pushesStock ?? current.pushesStock
  const location = locationId === undefined ? current.locationId : locationId
  if (type !== 'shopify' || !pushes || location !== null) return
  throw new AppError('invalid', say('Choose the location whose stock Lockstep updates.'), [
    { field: 'locationId', message: say('Choose the location whose stock Lockstep updates') },
  ])
}

/** The webhook URL is shown masked: sent back like that, it means the stored one. */
function withStoredUrl({ config }: ChannelRecord, input: Change): Change {
  const { webhookUrl } = ChannelConfig.parse(config)
  return webhookUrl !== null && input.webhookUrl === maskUrl(webhookUrl) ? { ...input, webhookUrl } : input
}

/** The address that refused our credentials; a refusal does not apply to another address. */
const remoteAddress = ({ webhookUrl, commerceAccountId, catalogId }: Omit<Change, 'channelId'>): string =>
  JSON.stringify([webhookUrl, commerceAccountId, catalogId])

/** The feed's slug follows the channel's name. */
async function movedSlug(tx: Tx, { companyId, id, name }: ChannelRecord, newName: string | undefined) {
  if (newName === undefined || feedSlug(newName) === feedSlug(name)) return {}
  return { slug: await claimSlug(tx, { companyId, channelId: id, name: newName }) }
}

/** Updates the queue of offers to push after a change of the channel. */
async function updatePushedOffers(tx: Tx, before: ChannelRecord, after: ChannelRecord): Promise<void> {
  const channel = { companyId: after.companyId, channelId: after.id }
  if (!after.isPushed) {
    if (before.isPushed) await deleteOfferChanges(tx, channel)
    return
  }
  const mustSendAll = !before.isPushed || offerReceiver(before) !== offerReceiver(after)
  if (mustSendAll) await clearSentOffers(tx, channel)
  if (mustSendAll || offerSettings(before) !== offerSettings(after)) await recordAllOffersChanged(tx, channel)
}

/** The receiver, and settings that every offer contains: after a change everything is pushed again. */
function offerReceiver({ accessToken, config }: ChannelRecord): string {
  const { webhookUrl, catalogId, productUrl, locationId, sendsPrices } = ChannelConfig.parse(config)
  return JSON.stringify([webhookUrl, catalogId, productUrl, locationId, sendsPrices, accessToken])
}

function offerSettings({ safetyBuffer, config }: ChannelRecord): string {
  return JSON.stringify([safetyBuffer, ChannelConfig.parse(config).offersAllSkus])
}

/** Messages contain order data, so https is required, unless Lockstep itself runs on localhost. */
function assertSafeWebhookUrl(publicUrl: string, webhookUrl: string | null | undefined): void {
  if (!webhookUrl) return
  const { protocol, username, password } = new URL(webhookUrl)
  if (webhookUrl.includes(maskedPart)) throw invalidUrl(say('Webhook URL has hidden parts: enter the full address'))
  if (username || password) throw invalidUrl(say('Webhook URL must not contain a user name or password'))
  if (protocol !== 'https:' && !isLoopback(publicUrl)) throw invalidUrl(say('Webhook URL must begin with https://'))
}

const invalidUrl = (message: Message) => fieldError('webhookUrl', message)
