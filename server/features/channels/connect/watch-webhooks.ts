import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isObserving, recordObservations } from '#server/platform/observe-mode.ts'
import type { ChannelAdapter, ChannelConnection, WebhookReport } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { isShop, toChannelKind } from '../channel-config.ts'
import { type ChannelRecord, getChannelOrThrow, intakeUrlOf } from '../channel-queries.ts'
import { openConnection, recordAccess } from '../connection.ts'
import { decryptSecret } from '../secrets.ts'
import { recordWebhookCheck } from './queries.ts'

type Input = { channelId: string; isFirst?: boolean | undefined }

type WatchResult = { healed: number; problem: string | null }

/**
 * Job `channels.watch-webhooks`. Makes the webhooks of a shop, and heals them: shops switch webhooks off after some failures and tell
 * nobody. What happened meanwhile is found by the poll that follows.
 */
export async function watchWebhooks(ctx: CompanyContext, { channelId, isFirst }: Input): Promise<WatchResult> {
  const watched = await openWatched(ctx, channelId)
  if (!watched) return { healed: 0, problem: null }
  if (await ctx.read((tx) => isObserving(tx, ctx.companyId))) return observeWebhooks(ctx, watched)
  const { connection, ensureWebhooks, secret } = watched
  try {
    const report = await ensureWebhooks(connection, { url: intakeUrlOf(ctx, channelId), secret })
    await recordReport(ctx, watched.channel, report, isFirst ?? false)
    return { healed: report.healed.length, problem: report.problem }
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized)) throw error
    const { message } = error
    ctx.log.warn(
      { channelId, problem: message },
      'the webhooks of a shop could not be checked; the next check tries again',
    )
    await recordProblem(ctx, channelId, error)
    return { healed: 0, problem: message }
  }
}

/** Making webhooks writes at the shop; its orders are found by polls. */
async function observeWebhooks(ctx: CompanyContext, { channel }: Watched): Promise<WatchResult> {
  const observed = { kind: 'webhook', subject: channel.id, label: channel.name, channelId: channel.id } as const
  await ctx.transaction((tx) => recordObservations(tx, ctx, [observed]))
  return { healed: 0, problem: null }
}

type Watched = {
  channel: ChannelRecord
  connection: ChannelConnection
  ensureWebhooks: NonNullable<ChannelAdapter['ensureWebhooks']>
  secret: string
}

async function openWatched(ctx: CompanyContext, channelId: string): Promise<Watched | null> {
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const kind = toChannelKind(channel)
    const ensureWebhooks = kind && ctx.ports.channels[kind].ensureWebhooks
    const { webhookSecret, credentials, isActive, type } = channel
    if (!ensureWebhooks || !isShop(type) || !isActive || credentials === null || webhookSecret === null) return null
    const secret = decryptSecret(ctx, 'webhook_secret', channelId, webhookSecret)
    return { channel, connection: await openConnection(tx, ctx, channelId), ensureWebhooks, secret }
  })
}

async function recordReport(
  ctx: CompanyContext,
  { id: channelId, name, webhooksError }: ChannelRecord,
  { healed, problem, state }: WebhookReport,
  isFirst: boolean,
): Promise<void> {
  const { companyId, clock } = ctx
  const isHealed = healed.length > 0 && !isFirst
  await ctx.transaction(async (tx) => {
    await recordWebhookCheck(tx, companyId, { channelId, at: clock.now(), problem, state })
    if (isHealed) {
      ctx.log.warn({ channelId, channel: name, healed }, 'webhooks of a shop did not work and were put right')
      await recordAudit(tx, ctx, {
        action: 'channel.heal-webhooks',
        resource: 'channel',
        resourceId: channelId,
        companyId,
        after: { healed },
      })
      await ctx.enqueue(tx, 'channels.poll', { channelId })
    }
    if (isHealed || problem !== webhooksError || isFirst) await ctx.notifyBrowsers(tx, 'channels')
  })
  if (problem)
    ctx.log.warn({ channelId, channel: name, problem }, 'webhooks of a shop need a person; it is polled more often')
}

async function recordProblem(ctx: CompanyContext, channelId: string, error: Error): Promise<void> {
  await ctx.transaction(async (tx) => {
    const check = { channelId, at: ctx.clock.now(), problem: error.message, state: {} }
    await recordWebhookCheck(tx, ctx.companyId, check)
    if (error instanceof Unauthorized) await recordAccess(tx, ctx, channelId, error.message)
    await ctx.notifyBrowsers(tx, 'channels')
  })
}
