import type { ChannelInput, channelsApi } from '#contract/channels.ts'
import type { ReplyInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { handleOfKey } from '#server/features/auth/authenticate-key.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { toAuditedChannel } from './audited-channel.ts'
import { toChannelRow } from './channel-row.ts'
import { ChannelConfig } from './config.ts'
import { insertChannel } from './queries/channels.ts'
import { claimHandle } from './queries/handles.ts'
import { claimSlug } from './queries/slugs.ts'
import { createApiKey, createWebhookSecret, encryptSecret } from './secrets.ts'

/** A website gets the key it shows us; other channels have one only if they are given one. */
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
    if (apiKey && !(await claimHandle(tx, { companyId, channelId: id, handle: handleOfKey(apiKey) })))
      throw keyIsTaken()
    await recordAudit(tx, ctx, {
      action: 'channel.create',
      resource: 'channel',
      resourceId: id,
      companyId,
      after: toAuditedChannel(channel),
    })
    await ctx.publishChange(tx, 'channels')
    return { ...toChannelRow(ctx, channel), apiKey, webhookSecret }
  })
}

const keyIsTaken = () =>
  new AppError('conflict', 'This API key can’t be used. Choose another one.', [
    { field: 'apiKey', message: 'This API key can’t be used. Choose another one' },
  ])
