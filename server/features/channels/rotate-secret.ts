import type { channelsApi } from '#contract/channels.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { handleOfKey } from '#server/features/auth/authenticate-key.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockChannel, updateChannelRow, type ChannelRecord } from './queries/channels.ts'
import { expireKeys, claimHandle } from './queries/handles.ts'
import { createApiKey, createWebhookSecret, decryptSecret, encryptSecret } from './secrets.ts'

type RotateRequest = ParsedInputOf<typeof channelsApi.rotate>

const hour = 3_600_000

/** The secret before stays good for a while, so that the other side can change over without losing an order. */
export async function rotateSecret(ctx: CompanyContext, request: RotateRequest): Promise<{ value: string }> {
  const { channelId, secret, overlapHours, value: given } = request
  const goodUntil = new Date(ctx.clock.now().getTime() + overlapHours * hour)
  return ctx.transaction(async (tx) => {
    const channel = await lockChannel(tx, ctx.companyId, channelId)
    const value =
      secret === 'apiKey'
        ? await rotateKey(tx, ctx, channel, goodUntil)
        : await replaceWebhookSecret(tx, ctx, channel, { secret: given ?? createWebhookSecret(), goodUntil })
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

async function rotateKey(tx: Tx, ctx: CompanyContext, channel: ChannelRecord, goodUntil: Date): Promise<string> {
  const { companyId, id } = channel
  const key = createApiKey()
  await expireKeys(tx, { companyId, channelId: id, at: goodUntil })
  await claimHandle(tx, { companyId, channelId: id, handle: handleOfKey(key) })
  await updateChannelRow(tx, companyId, id, { apiKey: encryptSecret(ctx, 'api_key', id, key) })
  return key
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
