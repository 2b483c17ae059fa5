import { sql } from 'drizzle-orm'
import type { Deps } from '#server/platform/context.ts'
import { envelope } from '#server/platform/jobs/queue.ts'
import { newId } from '#server/platform/id.ts'

/** A job of the company that has used up its attempts. */
export async function buildFailedJob(deps: Pick<Deps, 'db'>, companyId: string): Promise<string> {
  const id = newId()
  const data = { ...envelope('test.fails', {}, 3), tally: { failures: 3, waits: 0, crashes: 0 } }
  await deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`
      insert into pgboss.job (id, name, data, state, group_id, output, policy, started_on, completed_on, retry_count)
      values (${id}, 'quick', ${JSON.stringify(data)}::jsonb, 'failed', ${companyId}, '{"message":"It broke"}', 'standard', now(), now(), 2)`),
  )
  return id
}
