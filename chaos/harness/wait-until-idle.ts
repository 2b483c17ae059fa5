import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { TestSystem } from './system.ts'

const timeoutMs = 900_000

type PendingWork = { deliveries: number; due: number; attempts: number; messages: number; jobs: number }

/**
 * Waits until nothing is left to do: deliveries processed, orders sent, messages delivered. Triggers the table workers as the
 * minute's schedule would, since a killed process may not have, and expires leases of killed processes once no job is active.
 */
export async function waitUntilIdle(system: TestSystem): Promise<void> {
  const { deps, companyId } = system
  const deadline = Date.now() + timeoutMs
  let last: PendingWork | undefined
  while (Date.now() < deadline) {
    await deps.workerTrigger.triggerDue(companyId)
    last = await countPendingWork(system)
    const { jobs, ...left } = last
    if (Object.values(left).every((count) => count === 0) && jobs === 0) return
    if (jobs === 0) await expireLeases(system)
    await sleep(250)
  }
  throw new Error(`Work is still pending: ${JSON.stringify(last)}`)
}

async function countPendingWork({ deps, companyId }: TestSystem): Promise<PendingWork> {
  const { rows } = await deps.db.inCompany(companyId, (tx) =>
    tx.execute<PendingWork>(sql`select
      (select count(*)::int from webhook_events where is_verified and not is_processed) as deliveries,
      (select count(*)::int from orders where fulfill_after <= now() and status in ('placed', 'acknowledged')) as due,
      (select count(*)::int from fulfillments where status = 'pending') as attempts,
      (select count(*)::int from notifications where status = 'pending') as messages,
      (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')
        and group_id = ${companyId} and start_after < now() + interval '2 seconds') as jobs`),
  )
  return rows[0] as PendingWork
}

async function expireLeases({ deps, companyId }: TestSystem): Promise<void> {
  await deps.db.inCompany(companyId, async (tx) => {
    await tx.execute(sql`
      update fulfillments set next_check_at = now() where status = 'pending' and next_check_at > now()`)
    await tx.execute(sql`
      update notifications set due_at = now(), attempted_at = attempted_at - interval '6 minutes'
      where status = 'pending'`)
    await tx.execute(sql`
      update pgboss.job set start_after = now() where state = 'retry' and group_id = ${companyId}`)
  })
}
