import type { PlatformContext } from '#server/platform/context.ts'
import { deleteOldDeliveries } from './inbox/queries/old-deliveries.ts'
import { listReceivers } from './queries/receivers.ts'

const keptMilliseconds = 30 * 24 * 3_600_000
const atOnce = 1_000

type Receiver = { companyId: string; channelId: string }

/** Drops deliveries after 30 days, those of deactivated companies too. A channel that fails keeps no other from it. */
export async function purgeDeliveries(ctx: PlatformContext): Promise<{ dropped: number }> {
  const before = new Date(ctx.clock.now().getTime() - keptMilliseconds)
  let dropped = 0
  const failures: unknown[] = []
  for (const receiver of await ctx.transaction(listReceivers)) {
    try {
      dropped += await purgeReceiver(ctx, receiver, before)
    } catch (error) {
      ctx.log.error({ err: error, ...receiver }, 'could not drop the old deliveries of a channel')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { dropped }
}

/** In small bites, since a busy channel has hundreds of thousands of them. */
async function purgeReceiver(ctx: PlatformContext, receiver: Receiver, before: Date): Promise<number> {
  let dropped = 0
  for (let bite = atOnce; bite === atOnce; dropped += bite) {
    const old = { ...receiver, before, limit: atOnce }
    bite = await ctx.transaction((tx) => deleteOldDeliveries(tx, old), receiver.companyId)
  }
  return dropped
}
