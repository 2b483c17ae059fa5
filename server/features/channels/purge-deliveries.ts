import type { PlatformContext } from '#server/platform/context.ts'
import { deleteOldDeliveries } from './inbox/queries/old-deliveries.ts'
import { listAllChannels } from './queries/receivers.ts'

const retentionMilliseconds = 30 * 24 * 3_600_000
const purgeBatchSize = 1_000

type ChannelKey = { companyId: string; channelId: string }

/** Drops deliveries after 30 days, those of deactivated companies too. A channel that fails keeps no other from it. */
export async function purgeDeliveries(ctx: PlatformContext): Promise<{ dropped: number }> {
  const before = new Date(ctx.clock.now().getTime() - retentionMilliseconds)
  let dropped = 0
  const failures: unknown[] = []
  for (const receiver of await ctx.transaction(listAllChannels)) {
    try {
      dropped += await purgeChannel(ctx, receiver, before)
    } catch (error) {
      ctx.log.error({ err: error, ...receiver }, 'could not drop the old deliveries of a channel')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { dropped }
}

/** In small bites, since a busy channel has hundreds of thousands of them. */
async function purgeChannel(ctx: PlatformContext, receiver: ChannelKey, before: Date): Promise<number> {
  let dropped = 0
  for (let deleted = purgeBatchSize; deleted === purgeBatchSize; dropped += deleted) {
    const old = { ...receiver, before, limit: purgeBatchSize }
    deleted = await ctx.transaction((tx) => deleteOldDeliveries(tx, old), receiver.companyId)
  }
  return dropped
}
