import type { PlatformContext } from '#server/platform/context.ts'
import { listCompaniesWithChannels } from '../queries/receivers.ts'
import { isPolled } from './is-polled.ts'
import { lockDueChannels, recordPolled } from './queries.ts'

const pollEverySeconds = 300

/** Any number of workers may do this at once: each channel's turn is taken by one of them. */
export async function startDuePolls(ctx: PlatformContext): Promise<{ started: number }> {
  let started = 0
  for (const companyId of await ctx.transaction(listCompaniesWithChannels)) {
    try {
      started += await startDuePollsOf(ctx, companyId)
    } catch (error) {
      ctx.log.error({ err: error, companyId }, 'could not start the polls of a company')
    }
  }
  return { started }
}

async function startDuePollsOf(ctx: PlatformContext, companyId: string): Promise<number> {
  const now = ctx.clock.now()
  const enqueue = ctx.enqueueFor(companyId)
  return ctx.transaction(async (tx) => {
    const due = await lockDueChannels(tx, companyId, new Date(now.getTime() - pollEverySeconds * 1000))
    const polled = due.filter((channel) => isPolled(channel, ctx.ports)).map(({ id }) => id)
    if (polled.length > 0) await recordPolled(tx, companyId, polled, now)
    for (const channelId of polled) await enqueue(tx, 'channels.poll', { channelId })
    return polled.length
  }, companyId)
}
