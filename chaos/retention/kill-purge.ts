import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '#server/testing/postgres.ts'
import type { TestSystem } from '../harness/system.ts'
import { startJob } from './run-job.ts'

/** Join condition of a row in each table with an order `o`. While the test holds a lock on the row, the purge waits before it. */
const lockPoints = {
  order_events: 't.order_id = o.id and t.reason is not null',
  webhook_events: `t.order_id = o.id and t.payload <> ''`,
  notifications: `t.order_id = o.id and t.recipient <> ''`,
  // A customer with another open order is not erased.
  customers: `t.id = o.customer_id and not exists (
    select from orders k where k.customer_id = t.id and k.closed_at is distinct from o.closed_at)`,
  customer_addresses: 't.id = o.shipping_address_id and t.line1 is not null',
} as const

type LockPoint = keyof typeof lockPoints
export const betweenBatches = 'between two batches'
export const killPoints = [betweenBatches, ...(Object.keys(lockPoints) as LockPoint[])] as const
export type KillPoint = (typeof killPoints)[number]
/** `after`: about how many of the remaining orders the purge erases first. */
export type Kill = { point: KillPoint; after: number }

/** Starts a purge and kills it (SIGKILL) between two batches or within one. Returns whether it was still running. */
export async function killPurge(system: TestSystem, at: Date, { point, after }: Kill): Promise<boolean> {
  if (point === betweenBatches)
    return withClient(system.postgres.adminUrl, (client) => killOnceErased(system, at, client))
  // The holder is inside a transaction, where pg_stat_activity does not change: a second client watches.
  return withClient(system.postgres.adminUrl, (holder) =>
    withClient(system.postgres.adminUrl, async (client) => {
      if (!(await lockRow(holder, point, at, after))) return false
      const wasAtWork = await startAndKill(system, at, () => isWaiting(client))
      await holder.query('rollback')
      await waitUntilNoPurge(client)
      return wasAtWork
    }),
  )
}

async function killOnceErased(system: TestSystem, at: Date, client: pg.Client): Promise<boolean> {
  const before = await countErased(client)
  const wasAtWork = await startAndKill(system, at, async () => (await countErased(client)) > before)
  await waitUntilNoPurge(client)
  return wasAtWork
}

async function startAndKill(system: TestSystem, at: Date, isAtKillPoint: () => Promise<boolean>): Promise<boolean> {
  const child = startJob(system, ['privacy.purge'], at.getTime() - Date.now())
  const ended = once(child, 'close')
  while (child.exitCode === null && !(await isAtKillPoint())) await sleep(2)
  child.kill('SIGKILL')
  await ended
  return child.signalCode === 'SIGKILL'
}

/** Locks a row that is due for erasure. Returns false if the table has none. */
async function lockRow(client: pg.Client, lockPoint: LockPoint, at: Date, after: number): Promise<boolean> {
  await client.query('begin')
  const { rowCount } = await client.query(
    `with left_over as (
       select t.id, row_number() over (order by o.closed_at, t.id) as n from ${lockPoint} t join orders o on ${lockPoints[lockPoint]}
       where o.erased_at is null and o.closed_at <= $1::timestamptz - interval '30 days')
     select from ${lockPoint} t where t.id = (select id from left_over where n <= $2 + 1 order by n desc limit 1) for update`,
    [at.toISOString(), after],
  )
  return rowCount === 1
}

async function countErased(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from orders where erased_at is not null',
  )
  return rows[0]?.count ?? 0
}

async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'lockstep job'`,
  )
  return (rowCount ?? 0) > 0
}

/** PostgreSQL notices the dead client at its next write and rolls the transaction back. */
async function waitUntilNoPurge(client: pg.Client): Promise<void> {
  const busy = `select from pg_stat_activity where application_name = 'lockstep job' and state <> 'idle'`
  while (((await client.query(busy)).rowCount ?? 0) > 0) await sleep(10)
}
