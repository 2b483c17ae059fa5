import type { Deps } from '#server/platform/context.ts'
import { newId } from '#server/platform/id.ts'
import { envelope } from '#server/platform/jobs/queue.ts'

type QueuedRow = { data: object; state: 'retry' | 'active' | 'failed'; output?: object }

/** A job that was begun before, as the queue holds it. */
export async function buildJob(deps: Pick<Deps, 'db'>, companyId: string, row: QueuedRow): Promise<string> {
  const id = newId()
  await deps.db.pool.query(
    `insert into pgboss.job (id, name, data, state, group_id, output, policy, started_on, completed_on, retry_count)
     values ($1, 'quick', $2, $3::text::pgboss.job_state, $4, $5, 'standard', now(), case when $3 = 'failed' then now() end, 0)`,
    [id, row.data, row.state, companyId, row.output],
  )
  return id
}

/** A job of the company that has used up its attempts. */
export function buildFailedJob(deps: Pick<Deps, 'db'>, companyId: string): Promise<string> {
  const fresh = envelope('test.fails', {}, 3)
  const data = { ...fresh, tally: { ...fresh.tally, failures: 3 } }
  return buildJob(deps, companyId, { data, state: 'failed', output: { message: 'It broke' } })
}
