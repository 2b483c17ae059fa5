import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { freshTally } from '#server/platform/jobs/attempts.ts'
import type { Lane } from '#server/platform/jobs/definition.ts'

type Given = { lane: Lane; id: string; message: string; failures: number; longestSeconds: number; endedAt: Date }

/** What the queue keeps of a job whose attempts all took too long. */
export async function endInVain(tx: Tx, given: Given): Promise<void> {
  const { lane, id, message, failures, longestSeconds } = given
  const [tally, output] = [{ ...freshTally, failures }, { message }].map((one) => JSON.stringify(one))
  const endedAt = sql`${given.endedAt.toISOString()}::timestamptz`
  const seconds = sql`make_interval(secs => ${longestSeconds}::int)`
  await tx.execute(sql`
    update pgboss.job set state = 'failed', retry_count = ${failures - 1}::int, completed_on = ${endedAt},
      started_on = ${endedAt} - ${seconds}, created_on = ${endedAt} - ${failures}::int * ${seconds},
      start_after = ${endedAt} - ${seconds}, output = ${output}::jsonb, data = jsonb_set(data, '{tally}', ${tally}::jsonb)
    where name = ${lane} and id = ${id}`)
}
