import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { noAttempts } from '#server/platform/jobs/retry-policy.ts'
import type { Lane } from '#server/platform/db/job-tables.ts'

type FailedJob = { lane: Lane; id: string; message: string; failures: number; longestSeconds: number; endedAt: Date }

/** What the queue keeps of a job whose attempts all took too long. */
export async function markJobFailed(tx: Tx, given: FailedJob): Promise<void> {
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
