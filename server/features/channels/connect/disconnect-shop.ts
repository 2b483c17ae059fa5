import { AppError } from '#contract/errors.ts'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Failure } from '#server/ports/failure.ts'
import { ChannelConfig, isShop, toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow, intakeUrlOf, lockChannel, updateChannelRow } from '../channel-queries.ts'
import { toAuditedChannel } from '../channels.ts'
import { openConnection } from '../connection.ts'
import { deleteOfferChanges } from '../offer-queries.ts'
import { createWebhookSecret, encryptSecret } from '../secrets.ts'

type Input = { channelId: string }

/**
 * Removes our webhooks as far as the shop lets us, and forgets the credentials. Orders, matches and the poll cursor stay, so that the same
 * shop can be connected again later. The webhook secret is replaced: Shopify's is the secret of the app.
 */
export async function disconnectShop(
  ctx: CompanyContext,
  { channelId }: Input,
): Promise<{ channelId: string; problem: string | null }> {
  const { companyId } = ctx
  const problem = await removeWebhooks(ctx, channelId)
  return ctx.transaction(async (tx) => {
    const before = await lockChannel(tx, companyId, channelId)
    const config = { ...ChannelConfig.parse(before.config), pushesStock: false }
    const after = await updateChannelRow(tx, companyId, channelId, {
      config,
      isPushed: false,
      credentials: null,
      credentialsExpireAt: null,
      accessError: null,
      webhooksError: null,
      webhookSecret: encryptSecret(ctx, 'webhook_secret', channelId, createWebhookSecret()),
      previousWebhookSecret: null,
      previousWebhookSecretExpiresAt: null,
    })
    await deleteOfferChanges(tx, { companyId, channelId })
    await recordAudit(tx, ctx, {
      action: 'channel.disconnect',
      resource: 'channel',
      resourceId: channelId,
      companyId,
      before: toAuditedChannel(before),
      after: { ...toAuditedChannel(after), problem: problem && formatMessage(problem) },
    })
    await ctx.publishChange(tx, 'channels')
    return { channelId, problem: problem && ctx.inReadersLanguage(problem) }
  })
}

/** What is left to a person, as a sentence; null when nothing is. */
async function removeWebhooks(ctx: CompanyContext, channelId: string): Promise<Message | null> {
  const { channel, connection } = await ctx.transaction(async (tx) => {
    const found = await getChannelOrThrow(tx, ctx.companyId, channelId)
    if (!isShop(found.type) || found.credentials === null) {
      throw new AppError('conflict', say('“{name}” is not connected.', { name: found.name }))
    }
    return { channel: found, connection: await openConnection(tx, ctx, channelId) }
  })
  const kind = toChannelKind(channel)
  const adapter = kind && ctx.ports.channels[kind]
  if (!adapter?.removeWebhooks) return null
  try {
    await adapter.removeWebhooks(connection, { url: intakeUrlOf(ctx, channelId) })
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    ctx.log.warn({ channelId, problem: error.message }, 'our webhooks could not be removed from a shop')
    return say('Lockstep’s webhooks could not be removed from the shop: {problem} Delete them there yourself.', {
      problem: error.sentence,
    })
  }
}
