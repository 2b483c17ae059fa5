import type { CompanyContext } from '#server/platform/context.ts'
import { publishAttentionChange } from '../announce-attention.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { lockFailedDeliveries, requeueDeliveries } from './queries/replays.ts'

const replayBatchSize = 500

/** Once each, by their ids: one that fails again meanwhile is not taken up a second time. */
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
