import type { Delivery, DeliveryDetail } from '#contract/channel-deliveries.ts'
import type { IntakeState } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { getChannelOrThrow, listAllChannels } from '../channel-queries.ts'
import { publishAttentionChange } from '../publish-attention.ts'
import { decryptContent, erasedContent, formatBytes } from './delivery-content.ts'
import {
  deleteOldDeliveries,
  getDeliveryOrThrow,
  listDeliveriesOf,
  lockDelivery,
  lockFailedDeliveries,
  requeueDeliveries,
} from './queries.ts'
import { deliveryRetentionDays } from './store-delivery.ts'

export async function listDeliveries(
  ctx: CompanyContext,
  query: PageQuery & { channelId: string; state?: IntakeState | undefined },
): Promise<Page<Delivery>> {
  return ctx.read(async (tx) => {
    await getChannelOrThrow(tx, ctx.companyId, query.channelId)
    const page = await listDeliveriesOf(tx, ctx.companyId, query)
    return { ...page, rows: page.rows.map((delivery) => forReader(ctx, delivery)) }
  })
}

const forReader = <Row extends Delivery>(ctx: CompanyContext, delivery: Row): Row => ({
  ...delivery,
  error: translateStored(ctx, delivery.error),
})

/** The payload contains personal data, so the audit log records who viewed it. */
export async function readDelivery(
  ctx: CompanyContext,
  input: { channelId: string; deliveryId: string },
): Promise<DeliveryDetail> {
  const { companyId, vault } = ctx
  return ctx.transaction(async (tx) => {
    const delivery = forReader(ctx, await getDeliveryOrThrow(tx, companyId, input))
    await recordAudit(tx, ctx, {
      action: 'delivery.view',
      resource: 'delivery',
      resourceId: input.deliveryId,
      companyId,
    })
    if (delivery.payload === '') return { ...delivery, payload: ctx.inReadersLanguage(erasedContent) }
    const { body } = decryptContent(vault, { companyId, id: delivery.id }, delivery.payload)
    return { ...delivery, payload: formatBytes(body) }
  })
}

/** Idempotent: an order that the delivery created before is found again. */
export async function replayDelivery(
  ctx: CompanyContext,
  input: { channelId: string; deliveryId: string },
): Promise<Delivery> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockDelivery(tx, companyId, input.deliveryId)
    const before = await getDeliveryOrThrow(tx, companyId, input)
    if (before.state === 'refused') {
      throw new AppError('conflict', say('This delivery was refused and can’t be imported. Its error says why.'))
    }
    if (before.payload === '') throw new AppError('conflict', erasedContent)
    await requeueDeliveries(tx, companyId, [before.id], ctx.clock.now())
    const { payload: _sealed, ...after } = await getDeliveryOrThrow(tx, companyId, input)
    await recordAudit(tx, ctx, {
      action: 'delivery.replay',
      resource: 'delivery',
      resourceId: before.id,
      companyId,
      before: { state: before.state },
      after: { state: after.state },
    })
    await ctx.publishChange(tx, 'channels')
    await publishAttentionChange(tx, ctx)
    return forReader(ctx, after)
  })
}

const replayBatchSize = 500

/**
 * Job `channels.replay-dead`. Walks through failed deliveries by id, so that one that fails again is not replayed
 * twice.
 */
export async function replayDead(ctx: CompanyContext, { channelId }: { channelId?: string | undefined }) {
  if (channelId) await ctx.transaction((tx) => getChannelOrThrow(tx, ctx.companyId, channelId))
  let replayed = 0
  for (let after: string | null = null; ;) {
    const ids = await replayAfter(ctx, channelId, after)
    replayed += ids.length
    after = ids.at(-1) ?? null
    if (ids.length < replayBatchSize) return { replayed }
  }
}

function replayAfter(ctx: CompanyContext, channelId: string | undefined, after: string | null): Promise<string[]> {
  return ctx.transaction(async (tx) => {
    const ids = await lockFailedDeliveries(tx, ctx.companyId, { channelId, after, limit: replayBatchSize })
    if (ids.length === 0) return ids
    await requeueDeliveries(tx, ctx.companyId, ids, ctx.clock.now())
    await ctx.publishChange(tx, 'channels')
    await publishAttentionChange(tx, ctx)
    return ids
  })
}

const retentionMilliseconds = deliveryRetentionDays * 24 * 3_600_000

const purgeBatchSize = 1_000

type ChannelKey = { companyId: string; channelId: string }

/**
 * Job `channels.purge`. Deletes deliveries after 30 days, those of inactive companies too. A failure in one channel
 * does not stop the others.
 */
export async function purgeDeliveries(ctx: PlatformContext): Promise<{ dropped: number }> {
  const before = new Date(ctx.clock.now().getTime() - retentionMilliseconds)
  let dropped = 0
  const failures: unknown[] = []
  for (const channel of await ctx.transaction(listAllChannels)) {
    try {
      dropped += await purgeChannel(ctx, channel, before)
    } catch (error) {
      ctx.log.error(
        { err: error, ...channel },
        'could not purge the old deliveries of a channel; the next run tries again',
      )
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { dropped }
}

/** In small transactions, because a busy channel has hundreds of thousands of deliveries. */
async function purgeChannel(ctx: PlatformContext, channel: ChannelKey, before: Date): Promise<number> {
  let dropped = 0
  for (let deleted = purgeBatchSize; deleted === purgeBatchSize; dropped += deleted) {
    const old = { ...channel, before, limit: purgeBatchSize }
    deleted = await ctx.transaction((tx) => deleteOldDeliveries(tx, old), channel.companyId)
  }
  return dropped
}
