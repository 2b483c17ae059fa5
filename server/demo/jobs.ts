import type { Deps } from '#server/platform/context.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { asOperator } from './as-operator.ts'
import { markJobFailed } from './jobs/queries.ts'
import { minutesBefore } from './moments.ts'
import { findChannelIds } from './promotions/queries.ts'

/** Long enough to be no news to anybody. */
const minutesAgo = 27 * 60

/** Leaves one job that was given up: the Instagram shop once took so long to answer. Retried, it finds all well again. */
export async function addFailedJob(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    await ctx.transaction(async (tx) => {
      const { 'harbor-pine-on-instagram': channelId } = await findChannelIds(tx)
      if (!channelId) return
      const { longestSeconds, maxAttempts, lane } = catalog['channels.poll']
      const id = await ctx.enqueue(tx, 'channels.poll', { channelId })
      const message = `Not done after ${longestSeconds} seconds, so it was given up`
      const endedAt = minutesBefore(ctx.clock.now(), minutesAgo)
      await markJobFailed(tx, { lane, id, message, failures: maxAttempts, longestSeconds, endedAt })
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s failed job could not be set up')
  }
}
