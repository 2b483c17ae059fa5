import { sql } from 'drizzle-orm'
import type { Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Lane } from '#server/platform/db/job-tables.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { noAttempts, timeoutMessage } from '#server/platform/jobs/retry-policy.ts'
import { minutesBefore } from './dates.ts'
import { asOperator } from './operator.ts'
import { findChannelIds } from './promotions.ts'

/** Old enough that no alert is sent. */
const minutesAgo = 27 * 60

/** Adds a failed job: polling the Instagram shop timed out. A retry succeeds. */
export async function addFailedJob(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    await ctx.transaction(async (tx) => {
      const { 'harbor-pine-on-instagram': channelId } = await findChannelIds(tx)
      if (!channelId) return
      const { longestSeconds, maxAttempts, lane } = catalog['channels.poll']
      const id = await ctx.enqueue(tx, 'channels.poll', { channelId })
      const message = timeoutMessage(longestSeconds)
      const endedAt = minutesBefore(ctx.clock.now(), minutesAgo)
      await markJobFailed(tx, { lane, id, message, failures: maxAttempts, longestSeconds, endedAt })
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s failed job could not be set up')
  }
}

type FailedJob = { lane: Lane; id: string; message: string; failures: number; longestSeconds: number; endedAt: Date }

/** Writes what the queue stores of a job whose attempts all timed out. */
async function markJobFailed(tx: Tx, given: FailedJob): Promise<void> {
  const { lane, id, message, failures, longestSeconds } = given
  const [attempts, output] = [{ ...noAttempts, failures }, { message }].map((one) => JSON.stringify(one))
  const endedAt = sql`${given.endedAt.toISOString()}::timestamptz`
  const seconds = sql`make_interval(secs => ${longestSeconds}::int)`
  await tx.execute(sql`
    update pgboss.job set state = 'failed', retry_count = ${failures - 1}::int, completed_on = ${endedAt},
      started_on = ${endedAt} - ${seconds}, created_on = ${endedAt} - ${failures}::int * ${seconds},
      start_after = ${endedAt} - ${seconds}, output = ${output}::jsonb, data = jsonb_set(data, '{tally}', ${attempts}::jsonb)
    where name = ${lane} and id = ${id}`)
}
