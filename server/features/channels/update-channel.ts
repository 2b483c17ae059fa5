import { feedSlug } from '#contract/channel-values.ts'
import type { ChannelDetail, channelsApi } from '#contract/channels.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { changedFields } from '#server/features/products/changed-fields.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { toAuditedChannel } from './audited-channel.ts'
import { ChannelConfig } from './config.ts'
import { updatePushedOffers } from './follow-offers.ts'
import { isPushed } from './is-pushed.ts'
import { lockChannel, updateChannelRow, type ChannelRecord } from './queries/channels.ts'
import { claimSlug } from './queries/slugs.ts'
import { describeChannel } from './read-channel.ts'
import { encryptSecret } from './secrets.ts'
import { assertSafeWebhookUrl } from './webhook-url.ts'

type Change = ParsedInputOf<typeof channelsApi.update>

export async function updateChannel(ctx: CompanyContext, wanted: Change): Promise<ChannelDetail> {
  assertSafeWebhookUrl(ctx.publicUrl, wanted.webhookUrl)
  return retryOnConflict(() => ctx.transaction((tx) => changeChannel(tx, ctx, wanted)))
}

async function changeChannel(tx: Tx, ctx: CompanyContext, wanted: Change): Promise<ChannelDetail> {
  const { companyId } = ctx
  const before = await lockChannel(tx, companyId, wanted.channelId)
  const changes = changesOf(ctx, before, wanted)
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

function changesOf(ctx: CompanyContext, before: ChannelRecord, wanted: Change): Partial<ChannelRecord> | null {
  const { channelId, name, isActive, safetyBuffer, accessToken, ...settings } = wanted
  const current = { ...before, config: ChannelConfig.parse(before.config) }
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

/** Where we ask to be let in: whoever turned us away there says nothing about another place. */
const remoteAddress = ({ webhookUrl, commerceAccountId, catalogId }: Omit<Change, 'channelId'>): string =>
  JSON.stringify([webhookUrl, commerceAccountId, catalogId])

/** The feed's address follows the name, where the name makes for another one. */
async function movedSlug(tx: Tx, { companyId, id, name }: ChannelRecord, newName: string | undefined) {
  if (newName === undefined || feedSlug(newName) === feedSlug(name)) return {}
  return { slug: await claimSlug(tx, { companyId, channelId: id, name: newName }) }
}
