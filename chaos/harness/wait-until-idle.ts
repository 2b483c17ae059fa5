import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { TestSystem } from './system.ts'

const patience = 900_000

type Waiting = { deliveries: number; due: number; attempts: number; messages: number; jobs: number }

/**
 * Until nothing is left to do: taken in, decided, sent, told. What a killed process forgot to wake is woken here, in place of
 * the look that comes each minute, and what it held for itself is given back early once nobody can be at it any more.
 */
export async function waitUntilIdle(world: TestSystem): Promise<void> {
  const { deps, companyId } = world
  const deadline = Date.now() + patience
  let last: Waiting | undefined
  while (Date.now() < deadline) {
    await deps.workerTrigger.triggerDue(companyId)
    last = await readWaiting(world)
    const { jobs, ...left } = last
    if (Object.values(left).every((count) => count === 0) && jobs === 0) return
    if (jobs === 0) await endLeases(world)
    await sleep(250)
  }
  throw new Error(`Something is still waiting: ${JSON.stringify(last)}`)
}

async function readWaiting({ deps, companyId }: TestSystem): Promise<Waiting> {
  const { rows } = await deps.db.inCompany(companyId, (tx) =>
    tx.execute<Waiting>(sql`select
      (select count(*)::int from webhook_events where is_verified and not is_processed) as deliveries,
      (select count(*)::int from orders where fulfill_after <= now() and status in ('placed', 'acknowledged')) as due,
      (select count(*)::int from fulfillments where status = 'pending') as attempts,
      (select count(*)::int from notifications where status = 'pending') as messages,
      (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')
        and group_id = ${companyId} and start_after < now() + interval '2 seconds') as jobs`),
  )
  return rows[0] as Waiting
}

async function endLeases({ deps, companyId }: TestSystem): Promise<void> {
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
